// @vitest-environment node
import { expect, test, vi } from 'vitest';
import { json, openForeignBackend } from './support/backend.ts';
import { openScope } from './support/reading.ts';

const loadWorker = () => import('../../src/worker/index.ts');

/** What only a browser makes: a request for a page, or for an image. */
function browserRequest(url: string, members: { mode?: string; destination?: string; method?: string }): Request {
  const request = new Request(url);
  for (const [name, value] of Object.entries(members)) Object.defineProperty(request, name, { value });
  return request;
}

test('A list is answered from the cache', async () => {
  await using scope = openScope();
  await using backend = await openForeignBackend(() => json([{ _id: 1 }]));
  await loadWorker();
  const { response, settled } = scope.dispatch(new Request(`${backend.origin}/blog/posts`));
  expect(await (await response)?.json()).toEqual([{ _id: 1 }]);
  await settled();
  expect(scope.caches.urlsIn('lists')).toEqual([`${backend.origin}/blog/posts`]);
});

test.each(['POST', 'DELETE'])('a %s is left to the browser', async (method) => {
  await using scope = openScope();
  await using backend = await openForeignBackend(() => json({}));
  await loadWorker();
  expect(scope.dispatch(new Request(`${backend.origin}/blog/posts`, { method })).response).toBeUndefined();
});

test('a form that is posted to an address of the app is left to the browser', async () => {
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

test('a page of the backend is left to it, also when a person opens it', async () => {
  await using scope = openScope();
  await using backend = await openForeignBackend(() => json([]));
  await loadWorker();
  const { response } = scope.dispatch(browserRequest(`${backend.origin}/blog/posts`, { mode: 'navigate' }));
  expect(response).toBeUndefined();
  expect(scope.caches.urlsIn('lists')).toEqual([]);
});

test('An image is answered from the image cache', async () => {
  await using scope = openScope();
  await using backend = await openForeignBackend(() => ({ headers: { 'Content-Type': 'image/png' }, body: 'png' }));
  await loadWorker();
  const { response, settled } = scope.dispatch(browserRequest(`${backend.origin}/a.png`, { destination: 'image' }));
  await response;
  await settled();
  expect(scope.caches.urlsIn('images')).toEqual([`${backend.origin}/a.png`]);
});

test('Answers that a page got without the worker are fetched and cached', async () => {
  await using scope = openScope();
  await using backend = await openForeignBackend(({ path }) =>
    path.endsWith('.png')
      ? { headers: { 'Content-Type': 'image/png' }, body: 'png' }
      : json(path === '/blog/posts' ? [{ _id: 1 }] : { _id: 7 }),
  );
  await loadWorker();
  const answers = ['/blog/posts', '/blog/posts/7', '/auth/me'].map((path) => backend.origin + path);
  const shown = answers.map((url) => ({ url, ids: [], pages: 1 }));
  await scope.post({ type: 'keep', answers: shown, images: [`${backend.origin}/a.png`] }).settled();
  expect(scope.caches.urlsIn('lists')).toEqual([answers[0]]);
  expect(scope.caches.urlsIn('posts')).toEqual([answers[1]]);
  expect(scope.caches.urlsIn('images')).toEqual([`${backend.origin}/a.png`]);
  expect(scope.changes()).toEqual([]);
  expect(backend.received.map(({ path }) => path)).not.toContain('/auth/me');
});

test('takes over when a page has accepted the update, and serves a page that asks for it', async () => {
  await using scope = openScope();
  const [skipWaiting, claim] = [vi.fn(async () => undefined), vi.fn(async () => undefined)];
  Object.assign(self, { skipWaiting, clients: { ...Reflect.get(self, 'clients'), claim } });
  await loadWorker();
  await scope.post({ type: 'SKIP_WAITING' }).settled();
  expect([skipWaiting, claim].map((call) => call.mock.calls.length)).toEqual([1, 0]);
  await scope.post({ type: 'claim' }).settled();
  expect([skipWaiting, claim].map((call) => call.mock.calls.length)).toEqual([1, 1]);
});
