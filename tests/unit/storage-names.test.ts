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
} from '../../src/data/storage/storage-names.ts';

const valuesOf = (names: object) => Object.values(names).map((name) => (typeof name === 'function' ? name('1') : name));

test('Everything stored on people’s devices is found under the name it was stored under', () => {
  expect(valuesOf(localKeys)).toEqual(['token', 'userId']);
  expect(valuesOf(cacheNames)).toEqual(
    expect.arrayContaining([
      'lists',
      'posts',
      'own-lists',
      'pinned-posts',
      'read-posts',
      'images',
      'opaque-images',
      'pinned-images',
      'pages',
      'preferences',
    ]),
  );
  expect(valuesOf(recordKeys)).toEqual(
    expect.arrayContaining([
      'profile',
      'generation',
      'call-number',
      'deleted-posts',
      'author',
      'last-location',
      'install',
      'reading-progress',
      'following',
      'logouts',
    ]),
  );
  expect(valuesOf(tabKeys)).toEqual(expect.arrayContaining(['draft/1', 'left-builds', 'shown-answers']));
  expect(valuesOf(startKeys)).toEqual(['start-reloads']);
});

test('Builds that are open at the same time share locks, channels and sync tags by name', () => {
  expect(valuesOf(lockNames)).toEqual(expect.arrayContaining(['build', 'records', 'caches', 'following']));
  expect(valuesOf(channelNames)).toEqual(expect.arrayContaining(['following']));
  expect(valuesOf(syncTags)).toEqual(expect.arrayContaining(['outbox', 'following', 'newest']));
});
