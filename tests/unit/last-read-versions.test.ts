import { expect, test } from 'vitest';
import { callPaths } from '../../src/contract/paths.ts';
import type { Post } from '../../src/contract/posts.ts';
import { callUrl } from '../../src/data/api/host.ts';
import { removeDeletedPost } from '../../src/data/cache/confirmed-writes.ts';
import {
  clearLastReadVersions,
  findLastReadVersion,
  recordLastReadVersion,
} from '../../src/data/cache/last-read-versions.ts';
import { putCached } from '../../src/data/cache/response-cache.ts';
import { maxEntries } from '../../src/data/storage/max-entries.ts';
import { openDevice } from './support/device.ts';
import { openLocks } from './support/locks.ts';

const postOf = (id: string, part: Partial<Post> = {}): Post => ({
  _id: id,
  title: 'Title',
  imgUrl: '/a.png',
  content: 'Text',
  version: 1,
  ...part,
});

test('a post is found in the version that was read', async () => {
  await using _ = openDevice();
  expect(await findLastReadVersion('a')).toBeUndefined();
  await recordLastReadVersion(postOf('a', { author: { email: 'ada@example.org' } }));
  expect(await findLastReadVersion('a')).toEqual(postOf('a'));
  await recordLastReadVersion(postOf('a', { version: 2, content: 'New' }));
  expect(await findLastReadVersion('a')).toMatchObject({ version: 2, content: 'New' });
});

test('what a rendered page showed is taken from the cache, if that has the same version', async () => {
  await using _ = openDevice();
  const rendered = postOf('a', { version: 2, content: '' });
  await recordLastReadVersion(rendered);
  expect(await findLastReadVersion('a')).toBeUndefined();
  const cache = (post: Post) =>
    putCached('posts', {
      url: callUrl(callPaths.post('a')),
      body: JSON.stringify(post),
      link: null,
      callNumber: 1,
      isStale: false,
    });
  await cache(postOf('a', { version: 3 }));
  await recordLastReadVersion(rendered);
  expect(await findLastReadVersion('a')).toBeUndefined();
  await cache(postOf('a', { version: 2 }));
  await recordLastReadVersion(rendered);
  expect(await findLastReadVersion('a')).toMatchObject({ version: 2, content: 'Text' });
});

test('as many as may be are remembered, and those read longest ago are dropped first', async () => {
  await using device = openDevice();
  for (let n = 0; n <= maxEntries.read; n += 1) await recordLastReadVersion(postOf(`p${n}`));
  expect(device.caches.urlsIn('read-posts')).toHaveLength(maxEntries.read);
  expect(await findLastReadVersion('p0')).toBeUndefined();
  expect(await findLastReadVersion(`p${maxEntries.read}`)).toBeDefined();
});

test('on a full device nothing is remembered, and what was stays', async () => {
  await using device = openDevice();
  await recordLastReadVersion(postOf('a'));
  device.caches.room = 1;
  await expect(recordLastReadVersion(postOf('b'))).rejects.toThrow(DOMException);
  expect(await findLastReadVersion('a')).toBeDefined();
});

test('a deleted post is forgotten, and all of them at logout', async () => {
  await using device = openDevice();
  using _ = openLocks();
  for (const id of ['a', 'b']) await recordLastReadVersion(postOf(id));
  await removeDeletedPost('a');
  expect(await findLastReadVersion('a')).toBeUndefined();
  expect(await findLastReadVersion('b')).toBeDefined();
  await clearLastReadVersions();
  expect(device.caches.urlsIn('read-posts')).toEqual([]);
});
