// @vitest-environment node
import { expect, test } from 'vitest';
import { type Backend, json, openOwnBackend, type Reply } from './support/backend.ts';
import { eventually } from './support/eventually.ts';
import { loadStored } from './support/stored-reading.ts';
import { openWorkerScope, type WorkerScope } from './support/worker-scope.ts';

async function startWorker(backend: Backend, files: string[] = []) {
  const listed = files.map((url) => ({ url, revision: '' }));
  const scope = openWorkerScope(backend.origin, listed);
  await import('../../src/worker/index.ts');
  return scope;
}

/** Navigates to a URL, and returns the worker's response. */
function open(scope: WorkerScope, url: string) {
  const request = new Request(url);
  Object.defineProperty(request, 'mode', { value: 'navigate' });
  return scope.dispatch(request).response;
}

test("on the app's own origin, lists and posts are cached, but never /auth/me", async () => {
  await using backend = await openOwnBackend(({ path }) =>
    path === '/blog/posts' ? json([{ _id: 1 }]) : json({ _id: 7, username: 'ada', email: 'ada@example.org' }),
  );
  await using scope = await startWorker(backend);
  for (const path of ['/blog/posts', '/blog/posts/7', '/auth/me']) {
    const { response, settled } = scope.dispatch(
      new Request(backend.origin + path, { headers: { Authorization: 'Bearer secret-token' } }),
    );
    expect((await response)?.status).toBe(200);
    await settled();
  }
  const stored = await loadStored();
  expect(await stored.lists()).toEqual([`${backend.origin}/blog/posts`]);
  expect(await stored.posts()).toEqual(['1', '7']);
  const kept = (await stored.dump()) + (await scope.caches.dump());
  expect(kept).not.toContain('secret-token');
});

const scripts = ['/assets/index.js', '/assets/react-1.js'];
const rendered: Reply = {
  headers: { 'Content-Type': 'text/html' },
  body: `<script data-modules="${scripts.join(' ')}"></script>Gone`,
};

test.each([
  '/blog/posts',
  '/.well-known/change-password',
  '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200',
  '/problems/busy',
  '/metrics',
  '/healthz',
  '/openapi.json',
])("navigating to %s returns the server's answer, not the app", async (path) => {
  await using backend = await openOwnBackend((asked) =>
    asked.path === path ? { status: 404, body: 'of the server' } : rendered,
  );
  await using scope = await startWorker(backend, ['/index.html', ...scripts]);
  const answer = await open(scope, backend.origin + path);
  expect([answer?.status, await answer?.text()]).toEqual([404, 'of the server']);
});

test('a page rendered before a delete is not cached if it arrives after the delete', async () => {
  const { promise: page, resolve: answer } = Promise.withResolvers<Reply>();
  await using backend = await openOwnBackend(({ path }) => (path === '/home' ? page : json([{ _id: 'a' }])));
  await using scope = await startWorker(backend, scripts);
  const { removeDeletedPosts } = await import('../../src/reading/answers/confirmed-writes.ts');
  const { response, settled } = scope.dispatch(new Request(`${backend.origin}/blog/posts`));
  expect((await response)?.status).toBe(200);
  await eventually(() => expect(backend.received.map(({ path }) => path)).toContain('/home'));
  await removeDeletedPosts(['a']);
  answer(rendered);
  await settled();
  expect(scope.caches.urlsIn('pages')).toEqual([]);
});

const otherBuild = { ...rendered, body: rendered.body?.replace('index.js', 'index-2.js') ?? '' };

test.each([
  ['is cached with the list that it shows', rendered, ['/home']],
  ['of another build is not cached', otherBuild, []],
])('a rendered page %s', async (_, page, cached) => {
  await using backend = await openOwnBackend(({ path }) => (path === '/home' ? page : json([{ _id: 'a' }])));
  await using scope = await startWorker(backend, scripts);
  const { response, settled } = scope.dispatch(new Request(`${backend.origin}/blog/posts`));
  expect((await response)?.status).toBe(200);
  await settled();
  expect(backend.received.map(({ path }) => path)).toContain('/home');
  expect(scope.caches.urlsIn('pages')).toEqual(cached.map((path) => backend.origin + path));
});

test('a navigation opens the app shell if the cached page is of another build', async () => {
  const shell = { ...rendered, body: rendered.body?.replace('Gone', 'The app') ?? '' };
  await using backend = await openOwnBackend(() => shell);
  await using scope = await startWorker(backend, ['/index.html', ...scripts]);
  const home = `${backend.origin}/home`;
  await (await caches.open('pages')).put(home, new Response(otherBuild.body, otherBuild));
  expect(await (await open(scope, home))?.text()).toContain('The app');
});
