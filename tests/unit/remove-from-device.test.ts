import { expect, test } from 'vitest';
import { openDevice } from './support/device.ts';

const list = JSON.stringify([{ _id: 'a', title: 'Mine', imgUrl: '', content: 'Text', createdAt: '2026-01-01' }]);

test('"Remove all posts" removes an author’s own posts too, and what was rendered of a list', async () => {
  await using device = openDevice();
  const { clearEvictableCaches } = await import('../../src/data/cache/pinned-posts.ts');
  const { putCachedAndEvict } = await import('../../src/data/cache/response-cache.ts');
  const { readOfflineIds } = await import('../../src/data/cache/offline-inventory.ts');
  const copy = { body: list, link: null, callNumber: 1, isStale: false };
  await putCachedAndEvict('own', { ...copy, url: 'https://app.example/blog/users/42/posts' });
  await (await caches.open('pages')).put('https://app.example/home', new Response('Mine'));
  expect((await readOfflineIds()).passing).toEqual(['a']);
  await clearEvictableCaches();
  expect((await readOfflineIds()).passing).toEqual([]);
  expect(await device.caches.dump()).not.toContain('Mine');
});
