/** Stores a backend's answer to a GET of this path. `call` is its call number; by default, a new one is taken. */
export async function storeBackendAnswer(
  path: string,
  body: unknown,
  call?: number,
  headers: Record<string, string> = {},
): Promise<void> {
  const { callUrl } = await import('../../../src/device/calls/host.ts');
  const { readingCallAt } = await import('../../../src/reading/store/reading-call.ts');
  const { storeAnswer } = await import('../../../src/reading/store/store-answer.ts');
  const { takeCall } = await import('../../../src/reading/store/take-call.ts');
  const reading = readingCallAt(callUrl(path));
  if (!reading) throw new Error(`${path} is no reading`);
  const { kind } = await storeAnswer(Response.json(body, { headers }), reading, call ?? (await takeCall(reading)).call);
  if (kind === 'failed') throw new Error(`${path} was not stored`);
}

/** Returns the `Link` header that names the next page of a list. */
export const nextPage = (path: string) => ({ Link: `<${path}>; rel="next"` });

/** Pins posts on this device. */
export async function pinPosts(...posts: { _id: string; title: string }[]): Promise<void> {
  const { pinPost } = await import('../../../src/reading/shown/pins.ts');
  for (const post of posts) await pinPost({ imgUrl: '', content: '', ...post });
}

/** Returns functions that read the lists and posts stored in IndexedDB. */
export async function loadStored() {
  const { readReading, keys } = await import('../../../src/reading/store/reading-database.ts');
  const { readLists } = await import('../../../src/reading/store/stored-list.ts');
  const pages = async () => [...(await readReading(readLists)).values()].flatMap((list) => list.pages);
  return {
    /** Returns the URLs of all stored pages of lists. */
    lists: async () => (await pages()).map(({ url }) => url),
    /** Returns the ids of the posts on the stored page with this URL. */
    idsOn: async (url: string) => (await pages()).find((page) => page.url === url)?.ids,
    posts: async () =>
      (await readReading((store) => store.keys(keys.posts))).map((key) => key.slice(keys.posts.length)),
    /** Returns all stored posts, lists, pins and last read versions as one string, for searching. */
    dump: async () =>
      JSON.stringify(
        await readReading(async (store) => [
          await store.getAll(keys.posts),
          await store.getAll(keys.lists),
          await store.getAll(keys.pins),
          await store.getAll(keys.lastReads),
        ]),
      ),
  };
}
