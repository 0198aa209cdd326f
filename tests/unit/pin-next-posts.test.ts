// @vitest-environment node
import { expect, test } from 'vitest';
import { type Answer, type Backend, json, openForeignBackend, status } from './support/backend.ts';
import { catchErrors } from './support/console.ts';
import { loadReading, openScope } from './support/reading.ts';
import type { WorkerScope } from './support/worker-scope.ts';

const png: Answer = { headers: { 'Content-Type': 'image/png' }, body: 'png' };

/** A job with these posts, and what the worker does about it. */
async function openJob(scope: WorkerScope, backend: Backend, ids: string[], freshFrom = 0) {
  const { pinNextPost, pinWaitingPosts, tellOfWaitingPosts } = await import('../../src/worker/pin-next-posts.ts');
  const { readPinningJob, writePinningJob } = await import('../../src/data/pin-next/pinning-job.ts');
  const { keep } = await loadReading(scope, backend);
  await writePinningJob({
    id: 'job',
    waiting: ids.map((id) => ({ id, images: [`${backend.origin}/${id}.png`] })),
    total: ids.length,
    pinned: 0,
    gone: 0,
    missingImages: 0,
    freshFrom,
    isForSaveData: false,
    state: { kind: 'going' },
  });
  const event = { waitUntil: () => undefined } as unknown as ExtendableEvent;
  return {
    step: () => pinNextPost(event),
    sync: () => pinWaitingPosts(event),
    tell: tellOfWaitingPosts,
    read: readPinningJob,
    keep,
  };
}

const post = (id: string, content = 'Text') => ({ _id: id, title: id, imgUrl: '', content });
const listOf = (...ids: string[]) => ids.map((id) => post(id));
const images = ({ received }: Backend) => received.flatMap(({ path }) => (path.endsWith('.png') ? [path] : []));

test('Posts that are cached are pinned with their pictures, and are not asked for again', async () => {
  await using scope = openScope();
  await using backend = await openForeignBackend(() => png);
  const { step, keep, read } = await openJob(scope, backend, ['a', 'b']);
  await keep('lists', '/blog/posts', listOf('a', 'b'), 1);
  expect([await step(), await step(), await step()]).toEqual(['more', 'over', 'over']);
  expect(scope.caches.urlsIn('kept-posts')).toEqual(['a', 'b'].map((id) => `${backend.origin}/blog/posts/${id}`));
  expect(scope.caches.urlsIn('kept-images')).toEqual(['a', 'b'].map((id) => `${backend.origin}/${id}.png`));
  expect(backend.received.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /a.png', 'GET /b.png']);
  expect(await read()).toMatchObject({ waiting: [], pinned: 2, missingImages: 0, state: { kind: 'done' } });
});

test('A post that was cached before the break is read anew, and passed over if it is deleted', async () => {
  await using scope = openScope();
  await using backend = await openForeignBackend(({ path }) =>
    path === '/blog/posts/a' ? status(404) : path === '/blog/posts/b' ? json(post('b', 'Newer')) : png,
  );
  const { sync, keep, read } = await openJob(scope, backend, ['a', 'b'], 5);
  await keep('lists', '/blog/posts', listOf('a', 'b'), 4);
  await (await import('../../src/data/storage/records.ts')).writeRecords({ put: { 'call-order': 5 } });
  await sync();
  expect(await read()).toMatchObject({ pinned: 1, gone: 1, state: { kind: 'done' } });
  expect(scope.caches.urlsIn('kept-posts')).toEqual([`${backend.origin}/blog/posts/b`]);
  expect(await scope.caches.dump()).toContain('Newer');
  expect(scope.caches.urlsIn('posts')).toEqual([]);
});

test('The newest of what is cached is pinned, whichever was asked for first', async () => {
  await using scope = openScope();
  await using backend = await openForeignBackend(() => png);
  const { step, keep } = await openJob(scope, backend, ['a'], 1);
  await keep('posts', '/blog/posts/a', post('a', 'Newer'), 3);
  await keep('lists', '/blog/posts', [post('a', 'Older')], 2);
  await step();
  const { readCached } = await import('../../src/data/cache/response-cache.ts');
  expect((await readCached('pinned', `${backend.origin}/blog/posts/a`))?.body).toContain('Newer');
});

test('With the backend gone nothing is given up, and every page is told that posts wait', async () => {
  await using scope = openScope();
  await using backend = await openForeignBackend(() => png);
  const { step, sync, tell, keep, read } = await openJob(scope, backend, ['a', 'b']);
  await keep('lists', '/blog/posts', listOf('a', 'b'), 1);
  await step();
  await backend.stop();
  expect(await step()).toBe('away');
  await expect(sync()).rejects.toThrow('still wait');
  expect(await read()).toMatchObject({ waiting: [{ id: 'b' }], pinned: 1, state: { kind: 'going' } });
  await tell();
  expect(scope.told.at(-1)).toEqual({ type: 'pinning waits' });
});

test('A picture whose host alone is in trouble is gone without', async () => {
  await using scope = openScope();
  await using backend = await openForeignBackend(({ path }) => (path.endsWith('.png') ? 'drop' : json(post('a'))));
  const { step, keep, read } = await openJob(scope, backend, ['a']);
  await keep('lists', '/blog/posts', listOf('a'), 1);
  expect(await step()).toBe('over');
  expect(await read()).toMatchObject({ pinned: 1, missingImages: 1, state: { kind: 'done' } });
});

test('A worker that was killed in the middle of a post begins it again, and loads nothing twice', async () => {
  await using scope = openScope();
  await using backend = await openForeignBackend(() => png);
  const { step, keep, read } = await openJob(scope, backend, ['a']);
  await keep('lists', '/blog/posts', listOf('a'), 1);
  const before = await read();
  await step();
  if (!before) throw new Error('There is no job');
  await (await import('../../src/data/pin-next/pinning-job.ts')).writePinningJob(before);
  expect(await step()).toBe('over');
  expect(await read()).toMatchObject({ pinned: 1, state: { kind: 'done' } });
  expect(images(backend)).toEqual(['/a.png']);
});

test('A full device ends the job with what it has', async () => {
  await using scope = openScope();
  using errors = catchErrors();
  await using backend = await openForeignBackend(() => png);
  const { step, keep, read } = await openJob(scope, backend, ['a', 'b']);
  await keep('lists', '/blog/posts', listOf('a', 'b'), 1);
  await step();
  scope.caches.room = 3;
  expect(await step()).toBe('over');
  expect(await read()).toMatchObject({ pinned: 1, waiting: [{ id: 'b' }], state: { kind: 'full' } });
  expect(scope.caches.urlsIn('kept-posts')).toEqual([`${backend.origin}/blog/posts/a`]);
  expect(errors).toHaveBeenCalled();
});

test('A job that was stopped while a post was on its way does not come back', async () => {
  await using scope = openScope();
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await using backend = await openForeignBackend(async () => {
    ask();
    await released;
    return png;
  });
  const { step, keep, read } = await openJob(scope, backend, ['a', 'b']);
  await keep('lists', '/blog/posts', listOf('a', 'b'), 1);
  const going = step();
  await asked;
  const { removePinningJob, writePinningJob } = await import('../../src/data/pin-next/pinning-job.ts');
  const before = await read();
  await removePinningJob();
  release();
  await going;
  expect(await read()).toBeUndefined();
  expect(await step()).toBe('over');
  if (!before) throw new Error('There is no job');
  const other = { ...before, id: 'another' };
  await writePinningJob(other);
  const { changePinningJob } = await import('../../src/data/pin-next/pinning-job.ts');
  await changePinningJob('job', () => ({ pinned: 7 }));
  expect(await read()).toEqual(other);
});

test('With Save-Data a worker goes on only with what the reader has agreed to', async () => {
  await using scope = openScope();
  await using backend = await openForeignBackend(() => png);
  const { sync, keep, read } = await openJob(scope, backend, ['a']);
  await keep('lists', '/blog/posts', listOf('a'), 1);
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
  try {
    await sync();
    expect(await read()).toMatchObject({ pinned: 0 });
    await (await import('../../src/data/pin-next/pinning-job.ts')).changePinningJob('job', () => ({
      isForSaveData: true,
    }));
    await sync();
    expect(await read()).toMatchObject({ pinned: 1 });
  } finally {
    Reflect.deleteProperty(navigator, 'connection');
  }
});
