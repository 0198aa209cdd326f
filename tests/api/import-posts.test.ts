import { expect } from 'vitest';
import { importedPostId, sourceOfOwn } from '../../src/contract/import-post.ts';
import { limits } from '../../src/contract/limits.ts';
import { callPaths } from '../../src/contract/paths.ts';
import type { PostVersion, PostVersionText } from '../../src/contract/posts.ts';
import type { StoredPost } from '../../src/server/posts/query-posts.ts';
import { type Author, expectRefusal, read, type TestBackend } from './support/backend.ts';
import { makeImage, upload } from './support/images.ts';
import { backends, stores } from './support/stores.ts';
import { testOn } from './support/test-on.ts';

const test = testOn(stores);

const old = {
  source: 'storyline:1',
  createdAt: '2019-03-01T12:00:00.123Z',
  updatedAt: null,
  title: 'An old post',
  imgUrl: '',
  content: 'On #tides, long ago.',
};

const importPost = (
  backend: TestBackend,
  { bearer }: Author,
  post: object = {},
  headers: Record<string, string> = {},
) => backend.send('POST', callPaths.importPost, { ...old, ...post }, { ...bearer, ...headers });

const version = (n: number, more: object = {}) => ({
  createdAt: `2018-01-0${n}T00:00:00.000Z`,
  title: `Title ${n}`,
  imgUrl: '',
  content: `Text ${n}`,
  ...more,
});

async function versionsOf(backend: TestBackend, { bearer }: Author, id: string): Promise<PostVersionText[]> {
  const listed = await read<PostVersion[]>(await backend.request(callPaths.versions(id), { headers: bearer }));
  const texts = listed.map(async (one) =>
    read<PostVersionText>(await backend.request(callPaths.version(id, one.version), { headers: bearer })),
  );
  return Promise.all(texts);
}

test('an imported post keeps its date, is listed by that date, and is found by search', { on: backends }, async ({
  backend,
  author: ada,
}) => {
  const now = await read(await backend.publish(ada));
  const response = await importPost(backend, ada);
  expect(response.status).toBe(201);
  const post = await read(response);
  const { source, updatedAt: _, ...text } = old;
  expect(post).toEqual({
    ...text,
    _id: await importedPostId(ada.userId, source, old.createdAt),
    summary: 'On #tides, long ago.',
    author: { id: ada.userId, email: ada.email },
    version: 1,
    etag: response.headers.get('ETag'),
  });
  expect(response.headers.get('Location')).toBe(callPaths.post(post._id));
  expect(await read(await backend.request(callPaths.post(post._id)))).toEqual(post);
  await importPost(backend, ada, { source: 'older', createdAt: '2001-01-01T00:00:00+01:00', title: 'Oldest' });
  expect((await backend.list()).map(({ title }) => title)).toEqual([now.title, 'An old post', 'Oldest']);
  expect((await backend.list(callPaths.userPosts(ada.userId))).at(-1)?.createdAt).toBe('2000-12-31T23:00:00.000Z');
  for (const path of [callPaths.found('topic', 'tides'), callPaths.found('q', 'tides ago')])
    expect((await backend.list(path)).map(({ _id }) => _id)).toContain(post._id);
});

test('a repeated import gets the stored post, even if edited', { on: backends }, async ({ backend, author: ada }) => {
  const post = await read(await importPost(backend, ada));
  const repeat = await importPost(backend, ada);
  expect([repeat.status, await read(repeat)]).toEqual([200, post]);
  const edited = await read(await backend.edit(ada, post, { content: 'Edited here' }));
  const again = await importPost(backend, ada);
  expect([again.status, await read(again)]).toEqual([200, edited]);
  expect(await backend.list()).toEqual([edited]);
});

test('an author who imports their own post gets that post; another author gets a copy', {
  on: backends,
}, async ({ backend, author: ada, bob }) => {
  const post = await read(await backend.publish(ada));
  const back = { source: sourceOfOwn(post._id), createdAt: post.createdAt };
  const response = await importPost(backend, ada, back);
  expect([response.status, await read(response)]).toEqual([200, post]);
  expect((await read(await importPost(backend, bob, back))).author.id).toBe(bob.userId);
  expect(await backend.list(callPaths.userPosts(ada.userId))).toEqual([post]);
});

test('imported versions keep their dates; a second import adds missing versions', { on: backends }, async ({
  backend,
  author: ada,
}) => {
  const updatedAt = '2020-02-02T02:02:02.222Z';
  const some = [version(2, { version: 2 }), version(4, { version: 4 })];
  const post = await read(await importPost(backend, ada, { updatedAt, version: 5, versions: some }));
  expect([post.version, post.updatedAt]).toEqual([5, updatedAt]);
  const rest = [1, 2, 3].map((n) => version(n, { version: n }));
  const again = await importPost(backend, ada, { updatedAt, version: 5, versions: rest });
  expect([again.status, await read(again)]).toEqual([200, post]);
  const versions = await versionsOf(backend, ada, post._id);
  expect(versions.map(({ version: n, title, createdAt }) => [n, title, createdAt])).toEqual([
    [5, 'An old post', updatedAt],
    ...[4, 3, 2, 1].map((n) => [n, `Title ${n}`, `2018-01-0${n}T00:00:00.000Z`]),
  ]);
  const next = await read(await backend.edit(ada, post, { title: 'Here' }));
  expect(next.version).toBe(6);
  // An import adds only versions below the post's current version: higher numbers belong to edits on this server.
  await importPost(backend, ada, { updatedAt, version: 9, versions: [version(8, { version: 8 })] });
  expect((await versionsOf(backend, ada, post._id)).map((one) => one.version)).toEqual([6, 5, 4, 3, 2, 1]);
});

test("versions imported without numbers get numbers in order, below the post's own", { on: backends }, async ({
  backend,
  author: ada,
}) => {
  const post = await read(await importPost(backend, ada, { versions: [version(1), version(2)] }));
  expect(post.version).toBe(3);
  const contents = (await versionsOf(backend, ada, post._id)).map((one) => one.content);
  expect(contents).toEqual([old.content, 'Text 2', 'Text 1']);
});

test('two authors who import one source get two posts', { on: backends }, async ({ backend, author: ada, bob }) => {
  const [of, by] = [await read(await importPost(backend, ada)), await read(await importPost(backend, bob))];
  expect([of._id === by._id, of.author.email, by.author.email]).toEqual([false, ada.email, bob.email]);
  // Gives a post of Ada's the id of Bob's import. Only SQL can do so, as her own imports get other ids.
  const id = await importedPostId(bob.userId, 'taken', old.createdAt);
  const text = { title: '', summary: '', img_url: '', content: '' };
  const row = { ...text, id, author_id: ada.userId, created_at: old.createdAt };
  await backend.db.insertInto('posts').values(row).execute();
  await expectRefusal(await importPost(backend, bob, { source: 'taken' }), 403, 'not_owner');
});

test('concurrent imports of one post create one post', {
  // Leaves out SQLite, where imports cannot race: a writing transaction begins only after all others have ended.
  on: backends.filter(({ name }) => name !== 'SQLite'),
}, async ({ backend, author: ada }) => {
  const racers = await Promise.all(Array.from({ length: 8 }, () => importPost(backend, ada)));
  expect(racers.map(({ status }) => status).toSorted()).toEqual([...Array(7).fill(200), 201]);
  const posts = await Promise.all(racers.map((response) => read(response)));
  expect(await backend.list()).toEqual(posts.slice(0, 1));
  for (const other of posts) expect(other).toEqual(posts[0]);
});

test('an import with an invalid date, version or source is refused, not stored', async ({ backend, author: ada }) => {
  const ahead = new Date(Date.now() + 2 * 60 * 1000).toISOString();
  // In UTC this is in the year 10000, which is written `+010000-01-01`.
  const yearTenThousand = '9999-12-31T23:59:59-23:59';
  const wrong: [object, string][] = [
    [{ createdAt: ahead }, 'createdAt'],
    [{ createdAt: '9999-12-31T23:59:59Z' }, 'createdAt'],
    [{ createdAt: yearTenThousand }, 'createdAt'],
    [{ createdAt: '0000-01-01T00:00:00+23:59' }, 'createdAt'],
    [{ createdAt: '1969-12-31T23:59:59.999Z' }, 'createdAt'],
    [{ createdAt: '2019-13-01T00:00:00Z' }, 'createdAt'],
    [{ createdAt: 'yesterday' }, 'createdAt'],
    [{ createdAt: 0 }, 'createdAt'],
    [{ createdAt: '+275760-09-13T00:00:00Z' }, 'createdAt'],
    [{ updatedAt: ahead }, 'updatedAt'],
    [{ updatedAt: '2019-03-01T12:00:00.122Z' }, 'updatedAt'],
    [{ source: '' }, 'source'],
    [{ source: 's'.repeat(limits.source + 1) }, 'source'],
    [{ source: 'a\0b' }, 'source'],
    [{ version: 0 }, 'version'],
    [{ version: 2 ** 31 }, 'version'],
    [{ versions: [version(1, { createdAt: ahead })] }, 'versions.0.createdAt'],
    [{ versions: [version(1), version(2, { content: 'c'.repeat(limits.content + 1) })] }, 'versions.1.content'],
    [{ version: 2, versions: [version(1, { version: 2 })] }, 'versions.0.version'],
    [{ version: 9, versions: [version(1, { version: 3 }), version(2, { version: 3 })] }, 'versions.1.version'],
    [{ version: 1, versions: [version(1)] }, 'versions.0.version'],
    [{ versions: Array.from({ length: limits.importedVersions + 1 }, () => version(1)) }, 'versions'],
  ];
  for (const [post, field] of wrong) {
    const response = await importPost(backend, ada, post);
    await expectRefusal(response, 422, 'invalid_field', field);
  }
  expect(await backend.list()).toEqual([]);
  const soon = new Date(Date.now() + 60 * 1000).toISOString();
  expect((await importPost(backend, ada, { createdAt: soon })).status).toBe(201);
  expect((await importPost(backend, ada, { createdAt: '1970-01-01T00:00:00.000Z' })).status).toBe(201);
});

test('an import may have two contents of maximum length; a 13 MB body gets 413', async ({ backend, author: ada }) => {
  const content = '漢'.repeat(limits.content);
  const post = await read(await importPost(backend, ada, { content, versions: [version(1, { content })] }));
  const [current, earlier] = await versionsOf(backend, ada, post._id);
  expect([current?.content === content, earlier?.content === content]).toEqual([true, true]);
  const response = await importPost(backend, ada, { padding: ' '.repeat(13_000_000) });
  await expectRefusal(response, 413, 'body_too_large');
});

test('imports count towards the hourly limits of posts and bytes; repeats do not', {
  extras: { postingLimits: { posts: 2, bytes: 4_000 } },
}, async ({ backend: one, other, author: ada, bob }) => {
  const statusOf = async (backend: TestBackend, post: object) => (await importPost(backend, ada, post)).status;
  expect(await statusOf(one, { source: '1' })).toBe(201);
  for (const backend of [one, other, one, other]) expect(await statusOf(backend, { source: '1' })).toBe(200);
  expect(await statusOf(other, { source: '2', versions: [version(1)] })).toBe(201);
  const refused = await importPost(one, ada, { source: '3' });
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(3_500);
  await expectRefusal(refused, 429, 'posting_limit_reached');
  // Each version is charged a row's size beside its text, because empty versions would otherwise be free.
  const [long, content] = [[version(1, { version: 1, content: 'c'.repeat(600) })], 'c'.repeat(300)];
  expect((await importPost(one, bob, { version: 3, content })).status).toBe(201);
  expect((await importPost(other, bob, { version: 3, content, versions: long })).status).toBe(200);
  const more = [version(2, { version: 2, title: '', content: '' })];
  await expectRefusal(
    await importPost(one, bob, { version: 3, content, versions: more }),
    429,
    'posting_limit_reached',
  );
});

test('after three imports that only add versions use up a limit, the next gets 429', {
  extras: { postingLimits: { posts: 10, bytes: 150_000 } },
}, async ({ backend, author: ada }) => {
  const long = version(1, { version: 1, content: 'c'.repeat(70_000) });
  await importPost(backend, ada, { version: 9, versions: [long] });
  const statuses = [];
  for (const n of [2, 3, 4]) {
    const versions = [long, version(n, { version: n, title: '', content: '' })];
    statuses.push((await importPost(backend, ada, { version: 9, versions })).status);
  }
  expect(statuses).toEqual([200, 200, 200]);
  await expectRefusal(await importPost(backend, ada, { version: 9 }), 429, 'posting_limit_reached');
});

test('a post that is deleted and imported again shows its new text', async ({ backend, author: ada }) => {
  const content = async (path: string) => (await backend.request(path)).text();
  const { _id } = await read(await importPost(backend, ada, { content: 'A secret.' }));
  const paths = [callPaths.post(_id), callPaths.posts, callPaths.userPosts(ada.userId)];
  for (const path of paths) expect(await content(path)).toContain('A secret.');
  await backend.remove(ada, _id);
  const again = await importPost(backend, ada, { content: 'Corrected.' });
  expect([again.status, (await read(again))._id]).toEqual([201, _id]);
  for (const path of paths) expect(await content(path)).toContain('Corrected.');
});

test('an import that names more images than one post may name is refused', async ({ backend, author: ada }) => {
  const names = (from: number) =>
    Array.from({ length: 1_100 }, (_, n) => `/images/${String(from + n).padStart(64, '0')}-1x1.png`).join(' ');
  const versions = [version(1, { content: names(0) }), version(2, { content: names(5_000) })];
  await expectRefusal(await importPost(backend, ada, { versions }), 422, 'invalid_field', 'versions');
  expect((await importPost(backend, ada, { versions: versions.slice(1) })).status).toBe(201);
});

test('images in any version of an imported post stay in use until it is deleted', async ({ backend, author: ada }) => {
  const [first, second] = [await makeImage({ width: 20, height: 20 }), await makeImage({ width: 30, height: 30 })];
  for (const image of [first, second]) expect((await upload(backend, ada, image)).status).toBe(201);
  const content = `![](${callPaths.image(first.name)})`;
  const named: StoredPost = await read(
    await importPost(backend, ada, { imgUrl: callPaths.image(second.name), versions: [version(1, { content })] }),
  );
  const unnamed = async () => {
    const images = backend.db.selectFrom('images').select('name').where('unnamed_since', 'is not', null);
    return (await images.execute()).map(({ name }) => name).toSorted();
  };
  expect(await unnamed()).toEqual([]);
  await backend.remove(ada, named._id);
  expect(await unnamed()).toEqual([first.name, second.name].toSorted());
});
