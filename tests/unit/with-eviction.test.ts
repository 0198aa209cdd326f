// @vitest-environment node
import { expect, test, vi } from 'vitest';
import { cacheNames } from '../../src/device/storage/storage-names.ts';
import { imageEvictions, withEviction } from '../../src/device/storage/with-eviction.ts';
import { evictionsForTexts } from '../../src/reading/store/evict-reading.ts';
import { openCaches } from './support/cache-storage.ts';
import { stubGlobal } from './support/global.ts';
import { openRecords } from './support/records.ts';
import { loadStored, pinPosts, storeBackendAnswer } from './support/stored-reading.ts';

const address = 'https://host.example/it';
const full = () => new DOMException('No room', 'QuotaExceededError');

/** Opens browser storage with an entry in every cache, a listed post and a pinned post. */
async function openFilledDevice() {
  const location = stubGlobal('location', new URL('https://app.example/home'));
  const filled = openCaches();
  const records = openRecords();
  await storeBackendAnswer('/blog/posts', [{ _id: 'listed', title: 'Listed' }]);
  await pinPosts({ _id: 'pinned', title: 'Pinned' });
  for (const name of Object.values(cacheNames)) await (await caches.open(name)).put(address, new Response('it'));
  const { lists, posts } = await loadStored();
  return {
    emptied: () =>
      Object.values(cacheNames)
        .filter((name) => filled.urlsIn(name).length === 0)
        .sort(),
    lists,
    posts,
    async [Symbol.asyncDispose]() {
      filled[Symbol.dispose]();
      await records[Symbol.asyncDispose]();
      location[Symbol.dispose]();
    },
  };
}

/** Returns a write that fails this many times, and then succeeds. */
function failing(times: number, error: unknown) {
  let left = times;
  return async () => {
    left -= 1;
    if (left >= 0) throw error;
    return 'written';
  };
}

test.each([
  [0, [], ['listed', 'pinned']],
  [1, ['opaque-images'], ['listed', 'pinned']],
  [2, ['images', 'opaque-images'], ['listed', 'pinned']],
  [3, ['images', 'opaque-images'], ['pinned']],
])('after %i quota errors, withEviction has emptied the caches %j and left posts %j', async (times, emptied, left) => {
  await using device = await openFilledDevice();
  expect(await withEviction(failing(times, full()), evictionsForTexts)).toBe('written');
  expect([device.emptied(), await device.posts()]).toEqual([emptied, left]);
  expect(await device.lists()).toHaveLength(left.length - 1);
});

test('if only images may be evicted and none are left, the write fails; posts stay', async () => {
  await using device = await openFilledDevice();
  await expect(withEviction(failing(3, full()), imageEvictions)).rejects.toThrow('No room');
  expect(await device.posts()).toEqual(['listed', 'pinned']);
});

test('errors other than QuotaExceededError evict nothing', async () => {
  await using device = await openFilledDevice();
  const write = failing(1, new TypeError('no storage'));
  await expect(withEviction(write, evictionsForTexts)).rejects.toThrow('no storage');
  expect([device.emptied(), await device.posts()]).toEqual([[], ['listed', 'pinned']]);
});

test('withEviction repeats the write even if a cache cannot be emptied', async () => {
  await using device = await openFilledDevice();
  using log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  using _ = vi.spyOn(globalThis.caches, 'open').mockRejectedValueOnce(new Error('unreadable'));
  expect(await withEviction(failing(2, full()), evictionsForTexts)).toBe('written');
  expect(log).toHaveBeenCalledOnce();
  expect(device.emptied()).toEqual([cacheNames.images]);
});
