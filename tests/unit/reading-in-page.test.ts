import { expect, test } from 'vitest';
import { captivePortal, json, openForeignBackend, type Reply, status } from './support/backend.ts';
import { catchErrors } from './support/console.ts';
import { openDevice } from './support/device.ts';
import { eventually } from './support/eventually.ts';
import { openRecordFaults } from './support/record-faults.ts';
import { loadStored } from './support/stored-reading.ts';
import { fakeServiceWorkerContainer } from './support/worker-container.ts';

const list = '/blog/posts';
const post = (id: string) => ({ _id: id, title: id });

/** Opens a page, by default without a worker, as on a first visit. Call it after opening a backend. */
async function openReader({ controlled = false } = {}) {
  const device = openDevice();
  const container = fakeServiceWorkerContainer({ controlled });
  const { getPosts } = await import('../../src/reading/shown/blog-calls.ts');
  const { callUrl } = await import('../../src/device/calls/host.ts');
  const { connection } = await import('../../src/device/calls/connection.ts');
  return {
    connection,
    stored: await loadStored(),
    /** Returns the titles of a list, and whether the list was read from storage. */
    async list() {
      const { posts, isFromDevice } = await getPosts(callUrl(list), 'newest');
      return { titles: posts.map(({ title }) => title), isFromDevice };
    },
    async [Symbol.asyncDispose]() {
      container[Symbol.dispose]();
      await device[Symbol.asyncDispose]();
    },
  };
}

test('a page that a worker controls stores no list itself', async () => {
  await using backend = await openForeignBackend(() => json([post('a')]));
  await using reader = await openReader({ controlled: true });
  expect(await reader.list()).toEqual({ titles: ['a'], isFromDevice: false });
  expect([await reader.stored.lists(), backend.received.length]).toEqual([[], 1]);
});

test.each<[string, Reply]>([
  ['a dropped connection', 'drop'],
  ['a 500', status(500)],
  ['a captive portal', captivePortal],
])('with no stored list, a call rejects and stores nothing after %s', async (_, reply) => {
  using __ = catchErrors();
  await using ___ = await openForeignBackend(() => reply);
  await using reader = await openReader();
  await expect(reader.list()).rejects.toThrow();
  expect(await reader.stored.dump()).toBe('[[],[],[],[]]');
  if (reply === 'drop') expect(reader.connection.get()).toBe('away');
});

test('shows an answer that exceeds the quota, and stores a later answer that fits', async () => {
  using errors = catchErrors();
  await using _ = await openForeignBackend(() => json([post('a')]));
  await using reader = await openReader();
  using faults = openRecordFaults();
  faults.hasRoomFor = (_record, key) => !key.startsWith('post/');
  expect((await reader.list()).titles).toEqual(['a']);
  await eventually(() => expect(errors).toHaveBeenCalled());
  faults.hasRoomFor = () => true;
  expect(await reader.list()).toEqual({ titles: ['a'], isFromDevice: false });
  await eventually(async () => expect(await reader.stored.posts()).toEqual(['a']));
});
