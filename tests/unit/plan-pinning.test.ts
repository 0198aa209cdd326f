// @vitest-environment node
import { expect, test } from 'vitest';
import { opaqueResponseBytes } from '../../src/data/storage/max-entries.ts';
import { json, openForeignBackend } from './support/backend.ts';
import { stubGlobal } from './support/global.ts';
import { openScope } from './support/reading.ts';

/** The worker that answers which posts are pinned already. */
const workerWith = (kept: string[]) => ({
  controller: {
    postMessage: (_: unknown, [port]: MessagePort[]) => port?.postMessage({ answer: { kept, passing: [] } }),
  },
});

const post = (id: string) => ({ _id: id, title: id, imgUrl: `https://images.example/${id}.png`, content: 'Text' });
const bytesOf = (id: string) => JSON.stringify(post(id)).length;

/** Plans with what the browser tells of its room; `undefined` if it tells nothing. */
async function planWith(told: { quota: number; usage: number } | undefined) {
  await using _ = openScope();
  await using _backend = await openForeignBackend(() => json(['a', 'b', 'c'].map(post)));
  const storage = told && { estimate: async () => told };
  using __ = stubGlobal('navigator', { serviceWorker: workerWith(['b']), storage });
  const { measureNextPosts } = await import('../../src/data/pin-next/measure-next-posts.ts');
  const imagesInText = async () => [];
  return await measureNextPosts('/blog/posts', {
    count: 10,
    imagesInText,
    signal: new AbortController().signal,
  });
}

test('Posts that are pinned already are left out, and pictures of other sites are of unknown size', async () => {
  const { job, bytes, unknownImages } = await planWith(undefined);
  expect(job.waiting.map(({ id }) => id)).toEqual(['a', 'c']);
  expect(unknownImages).toBe(2);
  expect(bytes).toBeGreaterThanOrEqual(bytesOf('a') + bytesOf('c'));
});

test('The excess counts what a browser charges for a picture that it cannot look into', async () => {
  const { bytes } = await planWith(undefined);
  const needed = bytes + 2 * opaqueResponseBytes;
  expect((await planWith({ quota: needed + 99, usage: 100 })).excess).toBe(1);
  expect((await planWith({ quota: needed + 100, usage: 100 })).excess).toBe(0);
  expect((await planWith({ quota: 100, usage: 200 })).excess).toBe(needed);
  expect((await planWith(undefined)).excess).toBe(0);
});
