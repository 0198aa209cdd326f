// @vitest-environment node
import { expect, test, vi } from 'vitest';
import { cacheNames } from '../../src/data/storage/storage-names.ts';
import { evictableImageCaches, withEviction } from '../../src/data/storage/with-eviction.ts';
import { openCaches } from './support/cache-storage.ts';

const address = 'https://host.example/it';
const full = () => new DOMException('No room', 'QuotaExceededError');

async function openFilledCaches() {
  const filled = openCaches();
  for (const name of Object.values(cacheNames)) await (await caches.open(name)).put(address, new Response('it'));
  return Object.assign(filled, { names: () => Object.values(cacheNames).filter((name) => filled.urlsIn(name).length) });
}

/** A write that fails so many times, and then succeeds. */
function failing(times: number, error: unknown) {
  let left = times;
  return async () => {
    left -= 1;
    if (left >= 0) throw error;
    return 'written';
  };
}

test.each([
  [0, []],
  [1, ['opaque-images']],
  [2, ['opaque-images', 'images']],
  [3, ['opaque-images', 'images', 'read-posts']],
  [5, ['opaque-images', 'images', 'read-posts', 'posts', 'lists']],
])('A write that is refused %i times costs the caches %j, and no others', async (times, emptied) => {
  using caches = await openFilledCaches();
  expect(await withEviction(failing(times, full()))).toBe('written');
  expect(
    Object.values(cacheNames)
      .filter((name) => !caches.names().includes(name))
      .sort(),
  ).toEqual(emptied.sort());
});

test('A write that is worth images alone gives up once they are gone', async () => {
  using caches = await openFilledCaches();
  await expect(withEviction(failing(3, full()), evictableImageCaches)).rejects.toThrow('No room');
  expect(caches.names()).toContain(cacheNames.posts);
});

test('Any other failure evicts nothing', async () => {
  using caches = await openFilledCaches();
  await expect(withEviction(failing(1, new TypeError('no storage')))).rejects.toThrow('no storage');
  expect(caches.names()).toEqual(Object.values(cacheNames));
});

test('A cache that cannot be emptied does not keep the write from being tried again', async () => {
  using caches = await openFilledCaches();
  using log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  using _ = vi.spyOn(globalThis.caches, 'open').mockRejectedValueOnce(new Error('unreadable'));
  expect(await withEviction(failing(2, full()))).toBe('written');
  expect(log).toHaveBeenCalledOnce();
  expect(caches.names()).toContain(cacheNames.opaqueImages);
});
