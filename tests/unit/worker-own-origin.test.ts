// @vitest-environment node
import { expect, test } from 'vitest';
import { type Backend, json, openOwnBackend } from './support/backend.ts';
import { openWorkerScope } from './support/worker-scope.ts';

async function startWorker(backend: Backend) {
  const scope = openWorkerScope(backend.origin);
  await import('../../src/worker/index.ts');
  return scope;
}

test('on the own origin lists and posts are kept, and auth/me never is', async () => {
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
  expect(await caches.keys()).toEqual(expect.arrayContaining(['lists', 'posts']));
  const kept = await scope.caches.dump();
  expect(kept).toContain('/blog/posts/7');
  expect(kept).not.toContain('/auth/me');
  expect(kept).not.toContain('secret-token');
});

test('a backend page is not answered with the app', async () => {
  await using backend = await openOwnBackend(() => json([{ _id: 1 }]));
  await using scope = await startWorker(backend);
  const request = new Request(`${backend.origin}/blog/posts`);
  Object.defineProperty(request, 'mode', { value: 'navigate' });
  const { response } = scope.dispatch(request);
  expect(await (await response)?.json()).toEqual([{ _id: 1 }]);
  expect(scope.caches.urlsIn('lists')).toEqual([]);
});
