// @vitest-environment node
import { expect, test } from 'vitest';
import { json, openForeignBackend, type Reply, type Replying } from './support/backend.ts';
import { openScope } from './support/reading.ts';
import { loadStored } from './support/stored-reading.ts';

/** Starts the worker for a backend on another origin. */
async function openWorker(reply: Replying) {
  await using owned = new AsyncDisposableStack();
  const scope = owned.use(openScope());
  const backend = owned.use(await openForeignBackend(reply));
  await import('../../src/worker/index.ts');
  const opened = owned.move();
  return { ...scope, origin: backend.origin, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

const png: Reply = { headers: { 'Content-Type': 'image/png' }, body: 'png' };

/** Returns a request with members that only a browser can set, such as `mode: 'navigate'`. */
function browserRequest(url: string, members: { mode?: string; destination?: string; method?: string }): Request {
  const request = new Request(url);
  for (const [name, value] of Object.entries(members)) Object.defineProperty(request, name, { value });
  return request;
}

test.each(['POST', 'DELETE'])('the worker leaves a %s to the browser', async (method) => {
  await using worker = await openWorker(() => json({}));
  expect(worker.dispatch(new Request(`${worker.origin}/blog/posts`, { method })).response).toBeUndefined();
});

test('the worker leaves a form posted to a URL of the app to the browser', async () => {
  await using worker = await openWorker(() => json({}));
  const opened = browserRequest('https://app.example/home', { mode: 'navigate' });
  const posted = browserRequest('https://app.example/home', { mode: 'navigate', method: 'POST' });
  expect(worker.dispatch(opened).response).toBeDefined();
  expect(worker.dispatch(posted).response).toBeUndefined();
});

test.each(['/auth/me', '/healthz', '/blog/posts/7/comments'])(
  'the worker leaves %s of another origin to the browser',
  async (path) => {
    await using worker = await openWorker(() => json({ username: 'ada', email: 'ada@example.org' }));
    expect(worker.dispatch(new Request(worker.origin + path)).response).toBeUndefined();
  },
);

test('the worker leaves a navigation to a foreign backend to the browser', async () => {
  await using worker = await openWorker(() => json([]));
  const { response } = worker.dispatch(browserRequest(`${worker.origin}/blog/posts`, { mode: 'navigate' }));
  expect(response).toBeUndefined();
  expect(await (await loadStored()).lists()).toEqual([]);
});

test('the worker stores a requested image in the image cache', async () => {
  await using worker = await openWorker(() => png);
  const { response, settled } = worker.dispatch(browserRequest(`${worker.origin}/a.png`, { destination: 'image' }));
  await response;
  await settled();
  expect(worker.caches.urlsIn('images')).toEqual([`${worker.origin}/a.png`]);
});

test('caches list, post and images that a page showed before the worker took over', async () => {
  await using worker = await openWorker(({ path }) =>
    path === '/a.png' ? png : json(path === '/blog/posts' ? [{ _id: 'a' }] : { _id: 'b' }),
  );
  const images = [`${worker.origin}/a.png`];
  const calls = ['/blog/posts', '/blog/posts/b', '/nothing'].map((path) => worker.origin + path);
  await worker.post({ type: 'keep', images, calls }).settled();
  const stored = await loadStored();
  expect([await stored.lists(), await stored.posts()]).toEqual([[`${worker.origin}/blog/posts`], ['a', 'b']]);
  await worker.post({ type: 'which posts' }).settled();
  expect(worker.told.at(-1)).toEqual({ type: 'posts', ids: { kept: [], passing: ['a', 'b'] } });
  expect(worker.caches.urlsIn('images')).toEqual(images);
});
