import { expect, test } from 'vitest';
import type { Post } from '../../src/contract/posts.ts';
import { maxEntries } from '../../src/device/storage/max-entries.ts';
import { removeDeletedPosts } from '../../src/reading/answers/confirmed-writes.ts';
import { clearPrivateReading } from '../../src/reading/store/clear-reading.ts';
import { findLastRead, recordLastReadVersion, recordProgress } from '../../src/reading/store/last-read.ts';
import { keys, readReading } from '../../src/reading/store/reading-database.ts';
import { openDevice } from './support/device.ts';
import { replace } from './support/global.ts';
import { openRecordFaults } from './support/record-faults.ts';
import { storeBackendAnswer } from './support/stored-reading.ts';

const findLastReadVersion = async (id: string) => (await findLastRead(id)).version;
const remembered = () => readReading((store) => store.keys(keys.lastReads));

const postOf = (id: string, part: Partial<Post> = {}): Post => ({
  _id: id,
  title: 'Title',
  imgUrl: '/a.png',
  content: 'Text',
  version: 1,
  ...part,
});

test('records a server-rendered post as read only if the same version is stored', async () => {
  await using _ = openDevice();
  const rendered = postOf('a', { version: 2, content: '' });
  await recordLastReadVersion(rendered);
  expect(await findLastReadVersion('a')).toBeUndefined();
  await storeBackendAnswer('/blog/posts/a', postOf('a', { version: 3 }));
  await recordLastReadVersion(rendered);
  expect(await findLastReadVersion('a')).toBeUndefined();
  await storeBackendAnswer('/blog/posts/a', postOf('a', { version: 2 }));
  await recordLastReadVersion(rendered);
  expect(await findLastReadVersion('a')).toMatchObject({ version: 2, content: 'Text' });
});

test('stores the reading progress with the read version, until the end is reached', async () => {
  await using _ = openDevice();
  await recordProgress('a', 0.5);
  await recordLastReadVersion(postOf('a'));
  await recordProgress('a', 0.7);
  expect(await findLastRead('a')).toMatchObject({ fraction: 0.7, version: { version: 1 } });
  await recordLastReadVersion(postOf('a', { version: 2 }));
  expect(await findLastRead('a')).toMatchObject({ fraction: 0.7, version: { version: 2 } });
  await recordProgress('a', undefined);
  expect((await findLastRead('a')).fraction).toBeUndefined();
});

test('evicts the last read version together with its post', async () => {
  await using _ = openDevice();
  using __ = replace(maxEntries, { posts: 2 });
  for (const id of ['a', 'b', 'c']) {
    await storeBackendAnswer(`/blog/posts/${id}`, postOf(id));
    await recordLastReadVersion(postOf(id));
  }
  expect(await remembered()).toEqual(['b', 'c'].map(keys.lastRead));
});

test('a full device stores no new read version, and keeps the stored versions', async () => {
  await using _ = openDevice();
  using faults = openRecordFaults();
  await recordLastReadVersion(postOf('a'));
  faults.hasRoomFor = () => false;
  await expect(recordLastReadVersion(postOf('b'))).rejects.toThrow(DOMException);
  expect(await findLastReadVersion('a')).toBeDefined();
});

test('removes the read version of a deleted post, and all read versions at logout', async () => {
  await using _ = openDevice();
  for (const id of ['a', 'b']) await recordLastReadVersion(postOf(id));
  await removeDeletedPosts(['a']);
  expect(await findLastReadVersion('a')).toBeUndefined();
  expect(await findLastReadVersion('b')).toBeDefined();
  await clearPrivateReading();
  expect(await remembered()).toEqual([]);
});

test('stores no read version of a post that is deleted while a reader has it open', async () => {
  await using _ = openDevice();
  await removeDeletedPosts(['a']);
  await recordLastReadVersion(postOf('a'));
  expect(await findLastReadVersion('a')).toBeUndefined();
});
