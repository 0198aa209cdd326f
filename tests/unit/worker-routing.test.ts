// @vitest-environment node
import { expect, test } from 'vitest';
import { json, openForeignBackend } from './support/backend.ts';
import { openScope } from './support/reading.ts';
import { loadStored } from './support/stored-reading.ts';

const loadWorker = () => import('../../src/worker/index.ts');

/** Returns a request that only a browser makes: for a page, or for an image. */
function browserRequest(url: string, members: { mode?: string; destination?: string; method?: string }): Request {
  const request = new Request(url);
  for (const [name, value] of Object.entries(members)) Object.defineProperty(request, name, { value });
  return request;
}

test.each(['POST', 'DELETE'])('a %s is left to the browser', async (method) => {
  await using scope = openScope();
  await using backend = await openForeignBackend(() => json({}));
  await loadWorker();
  expect(scope.dispatch(new Request(`${backend.origin}/blog/posts`, { method })).response).toBeUndefined();
});

test('a form posted to an address of the app is left to the browser', async () => {
  await using scope = openScope();
  await loadWorker();
  const opened = browserRequest('https://app.example/home', { mode: 'navigate' });
  const posted = browserRequest('https://app.example/home', { mode: 'navigate', method: 'POST' });
  expect(scope.dispatch(opened).response).toBeDefined();
  expect(scope.dispatch(posted).response).toBeUndefined();
});

test.each(['/auth/me', '/healthz', '/blog/posts/7/comments'])(
  '%s of another origin is left to the browser',
  async (path) => {
    await using scope = openScope();
    await using backend = await openForeignBackend(() => json({ username: 'ada', email: 'ada@example.org' }));
    await loadWorker();
    expect(scope.dispatch(new Request(backend.origin + path)).response).toBeUndefined();
  },
);

test('opening a URL of a foreign backend is left to the browser', async () => {
  await using scope = openScope();
  await using backend = await openForeignBackend(() => json([]));
  await loadWorker();
  const { response } = scope.dispatch(browserRequest(`${backend.origin}/blog/posts`, { mode: 'navigate' }));
  expect(response).toBeUndefined();
  expect(await (await loadStored()).lists()).toEqual([]);
});

test('an image is answered from the image cache', async () => {
  await using scope = openScope();
  await using backend = await openForeignBackend(() => ({ headers: { 'Content-Type': 'image/png' }, body: 'png' }));
  await loadWorker();
  const { response, settled } = scope.dispatch(browserRequest(`${backend.origin}/a.png`, { destination: 'image' }));
  await response;
  await settled();
  expect(scope.caches.urlsIn('images')).toEqual([`${backend.origin}/a.png`]);
});

test('caches list, post and images that a page showed before the worker took over', async () => {
  await using scope = openScope();
  await using backend = await openForeignBackend(({ path }) =>
    path === '/a.png'
      ? { headers: { 'Content-Type': 'image/png' }, body: 'png' }
      : json(path === '/blog/posts' ? [{ _id: 'a' }] : { _id: 'b' }),
  );
  await loadWorker();
  const images = [`${backend.origin}/a.png`];
  const calls = ['/blog/posts', '/blog/posts/b', '/nothing'].map((path) => backend.origin + path);
  await scope.post({ type: 'keep', images, calls }).settled();
  const stored = await loadStored();
  expect([await stored.lists(), await stored.posts()]).toEqual([[`${backend.origin}/blog/posts`], ['a', 'b']]);
  await scope.post({ type: 'which posts' }).settled();
  expect(scope.told.at(-1)).toEqual({ type: 'posts', ids: { kept: [], passing: ['a', 'b'] } });
  expect(scope.caches.urlsIn('images')).toEqual(images);
});
