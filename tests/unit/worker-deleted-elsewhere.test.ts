// @vitest-environment node
import { expect, test } from 'vitest';
import { cacheNames } from '../../src/device/storage/storage-names.ts';
import { json, openOwnBackend, problem, type Reply, status } from './support/backend.ts';
import { loadReading } from './support/reading.ts';
import { openWorkerScope } from './support/worker-scope.ts';

const list = '/blog/posts';
const ofAda = `${list}?author=ada`;
const ofTopic = `${list}?topic=gardens`;

const post = (id: string, author = 'ada') => ({ _id: id, title: id, content: `Text of ${id}`, author: { id: author } });
const more = { Link: `<${list}?after=a>; rel="next"` };

/** Requests these paths from our own backend, so that the answers are stored. A test may change `answers` later. */
async function openReader(answers: Record<string, Reply>) {
  await using owned = new AsyncDisposableStack();
  const backend = owned.use(await openOwnBackend(({ path }) => answers[path] ?? status(404)));
  const scope = owned.use(openWorkerScope(backend.origin));
  const reading = await loadReading(scope, backend);
  const { changeReading, keys } = await import('../../src/reading/store/reading-database.ts');
  for (const path of Object.keys(answers)) await reading.read(path);
  /** Returns all stored posts, lists and pins as one string, for searching. */
  const kept = reading.stored.dump;
  const pin = (id: string, images: string[] = []) =>
    changeReading(async (store) => {
      store.put(keys.post(id), { id, call: 0, body: JSON.stringify(post(id)), hasText: true });
      store.put(keys.pin(id), { id, at: 0, images });
    });
  const opened = owned.move();
  return { ...reading, backend, scope, kept, pin, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

test('a post missing from the middle of a refreshed list is removed, even if pinned', async () => {
  const answers = {
    [list]: json([post('c'), post('b'), post('a')], more),
    [ofTopic]: json([post('b')]),
    '/blog/posts/b': json(post('b')),
  };
  await using reader = await openReader(answers);
  await reader.pin('b');
  expect(await reader.kept()).toContain('Text of b');
  answers[list] = json([post('c'), post('a')], more);
  await reader.read(list);
  expect(await reader.kept()).not.toContain('Text of b');
  // The worker does not request the missing post itself.
  const asked = reader.backend.received.filter(({ path }) => path === '/blog/posts/b');
  expect(asked).toHaveLength(1);
});

test('a deleted post is removed even if it was the last of a refreshed page', async () => {
  const answers = { [list]: json([post('d'), post('c')], more) };
  await using reader = await openReader(answers);
  answers[list] = json([post('e'), post('d'), post('b')], more);
  await reader.read(list);
  expect(await reader.kept()).not.toContain('Text of c');
});

test('a 404 for a deleted post removes the cached HTML page /home', async () => {
  const answers: Record<string, Reply> = { '/blog/posts/b': json(post('b')) };
  await using reader = await openReader(answers);
  const pages = await caches.open(cacheNames.pages);
  await pages.put(`${reader.backend.origin}/home`, new Response('Text of b'));
  answers['/blog/posts/b'] = problem(404, 'post_not_found');
  await reader.read('/blog/posts/b');
  expect(await pages.keys()).toEqual([]);
});

test('a reload of a deleted post gets the 404, and no cached post', async () => {
  const answers: Record<string, Reply> = { '/blog/posts/b': json(post('b')) };
  await using reader = await openReader(answers);
  answers['/blog/posts/b'] = problem(404, 'post_not_found');
  const { response, settled } = reader.ask('/blog/posts/b', { cache: 'reload' });
  expect((await response)?.status).toBe(404);
  await settled();
});

test('a reload shows the stored post if the body of a 404 is cut off', async () => {
  const answers: Record<string, Reply> = { '/blog/posts/b': json(post('b')) };
  await using reader = await openReader(answers);
  answers['/blog/posts/b'] = { ...problem(404, 'post_not_found'), body: '{"code":"post_not' };
  const { response, settled } = reader.ask('/blog/posts/b', { cache: 'reload' });
  expect(await (await response)?.text()).toContain('Text of b');
  await settled();
});

test('a list that becomes empty removes all its posts from the device', async () => {
  const answers = { [list]: json([post('b'), post('c')]) };
  await using reader = await openReader(answers);
  answers[list] = json([]);
  await reader.read(list);
  expect(await reader.kept()).not.toContain('Text');
});

test('a post missing from a refreshed topic list stays on the device', async () => {
  const answers = { [ofTopic]: json([post('a'), post('b'), post('c')]) };
  await using reader = await openReader(answers);
  answers[ofTopic] = json([post('a'), post('c')]);
  await reader.read(ofTopic);
  expect(await reader.kept()).toContain('Text of b');
});

test("a 404 for an author's list removes only that author's posts from the device", async () => {
  const answers: Record<string, Reply> = {
    [list]: json([post('a'), post('b', 'bob')]),
    [ofAda]: json([post('a')]),
  };
  await using reader = await openReader(answers);
  answers[ofAda] = problem(404, 'user_not_found');
  await reader.read(ofAda);
  expect(await reader.kept()).not.toContain('Text of a');
  expect(await reader.kept()).toContain('Text of b');
});

test.each([
  ['a 404 of a gateway', status(404)],
  ['a 404 for another reason', problem(404, 'path_not_found')],
  ['a 500', status(500)],
])('%s removes no post', async (_, answer) => {
  const answers: Record<string, Reply> = { [ofAda]: json([post('a')]), '/blog/posts/b': json(post('b')) };
  await using reader = await openReader(answers);
  for (const path of Object.keys(answers)) {
    answers[path] = answer;
    await reader.read(path);
  }
  expect(await reader.kept()).toMatch(/Text of a.*Text of b/);
});

test("a 404 for a pinned post removes its pictures, except another pinned post's", async () => {
  await using reader = await openReader({ '/blog/posts/a': json(post('a')) });
  const [own, shared] = [`${reader.backend.origin}/own.png`, `${reader.backend.origin}/shared.png`];
  await reader.pin('a', [own, shared]);
  await reader.pin('b', [shared]);
  const images = await caches.open(cacheNames.pinnedImages);
  for (const image of [own, shared])
    await images.put(image, new Response('bytes', { headers: { 'Content-Type': 'image/png' } }));
  reader.backend.reply = () => problem(404, 'post_not_found');
  await reader.read('/blog/posts/a');
  expect(await reader.kept()).not.toContain('Text of a');
  expect(await reader.kept()).toContain('Text of b');
  expect((await images.keys()).map(({ url }) => url)).toEqual([shared]);
});
