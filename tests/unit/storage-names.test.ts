import { expect, test } from 'vitest';
import {
  cacheNames,
  channelNames,
  localKeys,
  lockNames,
  recordKeys,
  startKeys,
  syncTags,
  tabKeys,
} from '../../src/device/storage/storage-names.ts';
import { keys } from '../../src/reading/store/reading-database.ts';

const valuesOf = (names: object) => Object.values(names).map((name) => (typeof name === 'function' ? name('1') : name));

test('the stored keys and cache names never change', () => {
  expect(valuesOf(localKeys)).toEqual(['token', 'userId']);
  expect(valuesOf(cacheNames)).toEqual(
    expect.arrayContaining(['images', 'opaque-images', 'pinned-images', 'pages', 'preferences']),
  );
  expect(valuesOf(recordKeys)).toEqual(
    expect.arrayContaining(['profile', 'author', 'last-location', 'install', 'following', 'logouts']),
  );
  expect([keys.post('1'), keys.list('1'), keys.pin('1'), keys.lastRead('1')]).toEqual([
    'post/1',
    'list/1',
    'pin/1',
    'read/1',
  ]);
  expect([keys.calls, keys.singles, keys.deleted]).toEqual(['calls', 'singles', 'deleted']);
  expect(valuesOf(tabKeys)).toEqual(expect.arrayContaining(['draft/1', 'left-builds']));
  expect(valuesOf(startKeys)).toEqual(['start-reloads']);
});

test('the names of locks, channels and sync tags are the same in every build', () => {
  expect(valuesOf(lockNames)).toEqual(expect.arrayContaining(['build', 'records', 'reading', 'following']));
  expect(valuesOf(channelNames)).toEqual(expect.arrayContaining(['following']));
  expect(valuesOf(syncTags)).toEqual(expect.arrayContaining(['outbox', 'following', 'newest']));
});
