/** Stores a backend's answer to this path under this call number, by default the next one. */
export async function keepAnswer(
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

/** Returns the header with which the backend announces the next page. */
export const nextPage = (path: string) => ({ Link: `<${path}>; rel="next"` });

/** Pins posts on this device. */
export async function keepPinned(...posts: { _id: string; title: string }[]): Promise<void> {
  const { pinPost } = await import('../../../src/reading/shown/pins.ts');
  for (const post of posts) await pinPost({ imgUrl: '', content: '', ...post });
}

/** Returns functions that read what this device has stored of lists and posts. */
export async function loadStored() {
  const { readReading, keys } = await import('../../../src/reading/store/reading-database.ts');
  const { readLists } = await import('../../../src/reading/store/stored-list.ts');
  const pages = async () => [...(await readReading(readLists)).values()].flatMap((list) => list.pages);
  return {
    /** The URLs of the pages of lists. */
    lists: async () => (await pages()).map(({ url }) => url),
    /** The ids of the posts on a page. */
    idsOn: async (url: string) => (await pages()).find((page) => page.url === url)?.ids,
    posts: async () =>
      (await readReading((store) => store.keys(keys.posts))).map((key) => key.slice(keys.posts.length)),
    /** Everything stored, as one text to search. */
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
