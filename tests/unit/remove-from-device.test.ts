import { expect, test } from 'vitest';
import { openDevice } from './support/device.ts';
import { storeBackendAnswer } from './support/stored-reading.ts';

const list = [{ _id: 'a', title: 'Mine', imgUrl: '', content: 'Text', createdAt: '2026-01-01' }];

test('"Remove all posts" also removes an author\'s own posts and rendered lists', async () => {
  await using device = openDevice();
  const { clearEvictable } = await import('../../src/reading/store/clear-reading.ts');
  const { readOfflineIds } = await import('../../src/reading/store/on-this-device.ts');
  await storeBackendAnswer('/blog/users/42/posts', list);
  await (await caches.open('pages')).put('https://app.example/home', new Response('Mine'));
  expect((await readOfflineIds()).passing).toEqual(['a']);
  await clearEvictable();
  expect((await readOfflineIds()).passing).toEqual([]);
  expect((await device.caches.dump()) + (await device.records())).not.toContain('Mine');
});
