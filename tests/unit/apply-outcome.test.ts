import { expect, test, vi } from 'vitest';
import { callPaths } from '../../src/contract/paths.ts';
import type { EntryOutcome } from '../../src/data/outbox/apply-outcome.ts';
import type { OutboxEntry } from '../../src/data/outbox/outbox-entry.ts';
import { openOwnBackend, status } from './support/backend.ts';
import { catchErrors } from './support/console.ts';
import { openDevice } from './support/device.ts';
import { openLocks } from './support/locks.ts';
import { entryOf, post } from './support/outbox.ts';

const id = '7';
const edited = { _id: id, ...post('Edited'), version: 2, etag: '"2"' };
const base = { version: 1, etag: '"1"', texts: post('Published') };

const entries = {
  publish: entryOf('New'),
  edit: entryOf('Edited', { work: { kind: 'edit', postId: id, post: post('Edited'), base } }),
  delete: entryOf('Gone', { work: { kind: 'delete', postId: id, post: post('Published') } }),
} satisfies Record<string, OutboxEntry>;

/** A device that has a list and its post, as they were published. */
async function openReader() {
  await using owned = new AsyncDisposableStack();
  owned.use(openDevice({ token: 'abc', userId: '42' }));
  owned.use(openLocks());
  owned.use(catchErrors());
  owned.use(await openOwnBackend(() => status(500)));
  const { callUrl } = await import('../../src/data/api/host.ts');
  const { putCached, readCached } = await import('../../src/data/cache/response-cache.ts');
  const { applyOutcome } = await import('../../src/data/outbox/apply-outcome.ts');
  const { putEntry, readOutbox } = await import('../../src/data/outbox/outbox-store.ts');
  const cached = { link: null, callNumber: 1, isStale: false };
  const published = { _id: id, ...post('Published'), version: 1, etag: '"1"' };
  const urls = { list: callUrl(callPaths.posts), post: callUrl(callPaths.post(id)) };
  await putCached('lists', { ...cached, url: urls.list, body: JSON.stringify([published]) });
  await putCached('posts', { ...cached, url: urls.post, body: JSON.stringify(published) });
  const list = () => readCached('lists', urls.list);
  const single = () => readCached('posts', urls.post);
  const opened = owned.move();
  return { applyOutcome, putEntry, readOutbox, list, single, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** The device takes nothing out of its database, as one that fails just then. */
const failRemovals = () =>
  vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(() => {
    throw new DOMException('The device fails', 'DataError');
  });

test.each<[string, OutboxEntry, EntryOutcome, { list: unknown; single: unknown }]>([
  [
    'a post',
    entries.publish,
    { kind: 'taken' },
    { list: expect.objectContaining({ isStale: true }), single: expect.objectContaining({ isStale: false }) },
  ],
  [
    'an edit',
    entries.edit,
    { kind: 'edited', post: edited },
    {
      list: expect.objectContaining({ body: expect.stringContaining('Edited, at length.') }),
      single: expect.objectContaining({ body: expect.stringContaining('Edited, at length.') }),
    },
  ],
  ['a delete', entries.delete, { kind: 'taken' }, { list: expect.objectContaining({ body: '[]' }), single: undefined }],
])('the caches know of %s that was taken before its entry leaves the outbox', async (_, entry, outcome, known) => {
  await using device = await openReader();
  const { applyOutcome, putEntry, readOutbox, list, single } = device;
  await putEntry(entry);
  {
    using __ = failRemovals();
    await expect(applyOutcome(entry, outcome, Date.now())).rejects.toThrow('The device fails');
  }
  expect({ list: await list(), single: await single() }).toEqual(known);
  expect(await readOutbox()).toEqual([entry]);
});

test.each<[string, EntryOutcome]>([
  ['taken', { kind: 'taken' }],
  ['found in an earlier version', { kind: 'arrived' }],
  ['refused', { kind: 'refused', status: 422 }],
  ['not let in', { kind: 'not let in', status: 401 }],
  ['unanswered', { kind: 'unanswered', holdFor: 0 }],
])('a text that was corrected meanwhile stays when the one before is %s', async (_, outcome) => {
  await using device = await openReader();
  const { applyOutcome, putEntry, readOutbox } = device;
  const corrected = { ...entries.publish, work: { kind: 'publish', post: post('Corrected') } } as const;
  await putEntry(corrected);
  await applyOutcome(entries.publish, outcome, Date.now());
  expect(await readOutbox()).toEqual([corrected]);
});

test('a retry leaves an entry as it is that is being sent', async () => {
  const { readyForRetry } = await import('../../src/data/outbox/outbox-entry.ts');
  const sending = entryOf('Sent', { state: { name: 'sending' }, isInDoubt: true });
  expect(readyForRetry(sending)).toEqual(sending);
  expect(readyForRetry({ ...sending, state: { name: 'refused', status: 422 } }).state.name).toBe('waiting');
});
