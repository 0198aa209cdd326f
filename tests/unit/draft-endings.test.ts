import { expect, test, vi } from 'vitest';
import { openOwnBackend, status } from './support/backend.ts';
import { catchErrors } from './support/console.ts';
import { openDevice } from './support/device.ts';
import { openLocks } from './support/locks.ts';
import { draftOf } from './support/outbox.ts';
import { openRecordFaults } from './support/record-faults.ts';

const dayMs = 24 * 60 * 60 * 1000;

const author = { token: 'abc', userId: '42' };

async function load() {
  const all = {
    ...(await import('../../src/data/session/session.ts')),
    ...(await import('../../src/data/drafts/all-drafts.ts')),
    ...(await import('../../src/data/drafts/draft-backup.ts')),
    ...(await import('../../src/data/drafts/draft-autosave.ts')),
    ...(await import('../../src/data/drafts/tab-draft.ts')),
    ...(await import('../../src/data/drafts/drafts.ts')),
    ...(await import('../../src/data/outbox/submit.ts')),
    ...(await import('../../src/data/storage/records.ts')),
  };
  all.openSession();
  return all;
}

test('Backups of a submitted text no longer count in any tab, and text typed since does', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  using ___ = catchErrors();
  await using ____ = await openOwnBackend(() => status(503));
  const { submitPost, backUpDraft, openTabDraft, readAllDrafts } = await load();
  const draft = draftOf('Pressed', { savedAt: 1_000 });
  await submitPost(draft);
  backUpDraft({ ...draft, savedAt: 900 });
  sessionStorage.setItem('draft/42', draft.id);
  const held = await openTabDraft('42');
  expect(held.draft.post.title).toBe('');
  held.release();
  expect(await readAllDrafts('42')).toEqual([]);
  backUpDraft({ ...draft, savedAt: held.draft.savedAt + 1, post: { ...draft.post, title: 'Typed since' } });
  await new Promise((resolve) => setTimeout(resolve));
  expect((await openTabDraft('42')).draft.post.title).toBe('Typed since');
});

test('A submitted text does not come back although the clock has jumped by months', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  using ___ = catchErrors();
  await using ____ = await openOwnBackend(() => status(503));
  const { submitPost, backUpDraft, readAllDrafts, readDrafts, readDraftState } = await load();
  const draft = draftOf('Pressed', { savedAt: 1_000 });
  await submitPost(draft);
  const later = Date.now() + 135 * dayMs;
  await readDrafts('42', later);
  backUpDraft({ ...draft, savedAt: 900 });
  expect((await readDraftState(draft.id)).ended).toBeDefined();
  expect(await readAllDrafts('42')).toEqual([]);
});

test('Of what was submitted long ago, the last alone is remembered', async () => {
  await using _ = openDevice(author);
  const { tombstoneWrites, writeRecords, readDrafts, readDraftState } = await load();
  const drafts = Array.from({ length: 25 }, (_, index) => draftOf(`Text ${index}`, { id: `draft-${index}` }));
  const now = Date.now();
  for (const [index, draft] of drafts.entries()) await writeRecords(tombstoneWrites(draft, now + index));
  const remembered = async () => {
    const states = await Promise.all(drafts.map(({ id }) => readDraftState(id)));
    return states.flatMap(({ ended }) => (ended ? [ended.id] : []));
  };
  await readDrafts('42', now + 29 * dayMs);
  expect(await remembered()).toHaveLength(25);
  await readDrafts('42', now + 31 * dayMs);
  expect(await remembered()).toEqual(drafts.slice(5).map(({ id }) => id));
});

test('A form that is left during the submit does not save the draft beside its post', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  using faults = openRecordFaults();
  using ___ = catchErrors();
  await using ____ = await openOwnBackend(() => status(503));
  const { autosaveDraft, submitPost, readAllDrafts, readDraft } = await load();
  const keeper = autosaveDraft(draftOf('', { id: 'late', savedAt: 0, post: { title: '', imgUrl: '', content: '' } }));
  keeper.change({ title: 'Once' });
  faults.hasRoomFor = (_record, key) => !key.startsWith('draft/');
  await keeper.flush();
  expect(keeper.shown.get().status).toBe('no room');
  keeper.beginSubmit()();
  await submitPost(keeper.draft());
  faults.hasRoomFor = () => true;
  keeper.leave();
  await keeper.flush();
  expect(await readDraft('late')).toBeUndefined();
  expect(await readAllDrafts('42')).toEqual([]);
});

test('Undo does not bring back a draft that another tab has restored and published', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  using ___ = catchErrors();
  await using ____ = await openOwnBackend(() => status(503));
  const { saveDraft, discardListedDraft, restoreListedDraft, submitPost, listDrafts } = await load();
  const listed = draftOf('Published meanwhile');
  await saveDraft(listed);
  await discardListedDraft(listed);
  expect(await restoreListedDraft(listed)).toBe(true);
  await submitPost(listed);
  expect(await restoreListedDraft(listed)).toBe(false);
  expect(await listDrafts('42')).toEqual([]);
});

test('Text typed later is newer although the clock was put back', async () => {
  await using _ = openDevice();
  const { autosaveDraft, readDraft, readDraftState, saveDraft, readBackup, backUpDraft } = await load();
  const later = Date.now() + 60_000;
  await saveDraft(draftOf('Ahead', { savedAt: later }));
  const keeper = autosaveDraft(draftOf('Ahead', { savedAt: later }));
  keeper.change({ title: 'Behind' });
  backUpDraft(keeper.draft());
  expect(readBackup('draft of Ahead', await readDraftState('draft of Ahead'))?.post.title).toBe('Behind');
  await keeper.flush();
  expect((await readDraft('draft of Ahead'))?.post.title).toBe('Behind');
});

test('On a full device a draft backup is listed, and can be discarded and restored', async () => {
  await using _ = openDevice();
  using __ = openLocks();
  using faults = openRecordFaults();
  using ___ = catchErrors();
  const { backUpDraft, readAllDrafts, discardUnlessHeld, restoreListedDraft } = await load();
  faults.hasRoomFor = () => false;
  const draft = draftOf('Aside', { savedAt: 5 });
  backUpDraft(draft);
  backUpDraft(draftOf('Theirs', { savedAt: 6, userId: '7' }));
  const listed = async () =>
    (await readAllDrafts('42')).map(({ post, discardedAt }) => [post.title, discardedAt !== undefined]);
  expect(await listed()).toEqual([['Aside', false]]);
  await discardUnlessHeld(draft);
  expect(await listed()).toEqual([['Aside', true]]);
  await restoreListedDraft(draft);
  expect(await listed()).toEqual([['Aside', false]]);
  faults.hasRoomFor = () => true;
  await discardUnlessHeld(draft);
  expect(await listed()).toEqual([['Aside', true]]);
  expect(sessionStorage.getItem('draft-backup/draft of Aside')).toBeNull();
});

test('A newer backup in one tab outlives a discard of the saved draft in another', async () => {
  await using _ = openDevice();
  using __ = openLocks();
  using faults = openRecordFaults();
  using ___ = catchErrors();
  const { backUpDraft, saveDraft, discardDraft, readAllDrafts, openTabDraft } = await load();
  const stored = draftOf('Stored', { savedAt: 5 });
  await saveDraft(stored);
  backUpDraft({ ...stored, savedAt: 6, post: { ...stored.post, title: 'Typed since' } });
  await discardDraft(stored);
  faults.hasRoomFor = () => false;
  expect((await readAllDrafts('42')).map(({ post }) => post.title)).toEqual(['Typed since']);
  expect(await openTabDraft('42')).toMatchObject({ draft: { post: { title: 'Typed since' } }, isSaved: false });
});

test('Without session storage a backup lasts as long as the page, which asks before it closes', async () => {
  await using _ = openDevice();
  using __ = catchErrors();
  using ___ = vi.spyOn(console, 'info').mockImplementation(() => undefined);
  const { backUpDraft, dropBackup, readBackup } = await load();
  using ____ = vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('Access is denied for this document.', 'SecurityError');
  });
  const isAsked = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(isAsked()).toBe(false);
  const draft = draftOf('In the page', { savedAt: 5 });
  expect(backUpDraft(draft)).toBe('page');
  expect(readBackup(draft.id)).toEqual(draft);
  expect(isAsked()).toBe(true);
  dropBackup(draft.id, 4);
  expect(isAsked()).toBe(true);
  dropBackup(draft.id, 5);
  expect(isAsked()).toBe(false);
});

test('A device that hangs delays neither the form nor the backup in the tab', async () => {
  await using _ = openDevice();
  using __ = openLocks();
  using ___ = catchErrors();
  const { openTabDraft, backUpDraft } = await load();
  const { openDraftForm } = await import('../../src/data/drafts/draft-form.ts');
  using ____ = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    const never = { get: () => ({}), getAll: () => ({}), put: () => ({}), delete: () => ({}) };
    return { objectStore: () => ({ ...never, transaction: { commit: () => undefined } }) } as never;
  });
  const { promise, resolve } = Promise.withResolvers<string>();
  const form = openDraftForm('42', (held) => held && resolve(held.autosave.draft().post.title));
  expect(await promise).toBe('');
  form.close();
  sessionStorage.setItem('draft/7', 'draft of Hanging');
  backUpDraft(draftOf('Hanging', { userId: '7', savedAt: 5 }));
  expect(await openTabDraft('7')).toMatchObject({ draft: { post: { title: 'Hanging' } }, isSaved: false });
});

test('A draft is written before anything is read, as the page may be gone before an answer', async () => {
  await using _ = openDevice();
  const { saveDraft, readDraft } = await load();
  await readDraft('any');
  using gets = vi.spyOn(IDBObjectStore.prototype, 'get');
  using commits = vi.spyOn(IDBTransaction.prototype, 'commit');
  await saveDraft(draftOf('Going'));
  const [committed = Number.POSITIVE_INFINITY] = commits.mock.invocationCallOrder;
  expect(gets.mock.invocationCallOrder.filter((at) => at < committed)).toEqual([]);
});

test('On a slow device, too, the backup of a published text does not come back', async () => {
  await using _ = openDevice(author);
  using __ = openLocks();
  using ___ = catchErrors();
  const { deleteDraftWithTombstone, backUpDraft, holdDraft, readAllDrafts } = await load();
  const draft = draftOf('Published', { savedAt: 5 });
  await deleteDraftWithTombstone(draft);
  backUpDraft(draft);
  const { get } = IDBObjectStore.prototype;
  using ____ = vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(function (this: IDBObjectStore, key) {
    const request = get.call(this, key);
    // The answer is heard late.
    Object.defineProperty(request, 'onsuccess', {
      set: (heard) => request.addEventListener('success', () => setTimeout(() => heard.call(request), 1_500)),
    });
    return request;
  });
  const held = await holdDraft(draft.id, '42');
  expect(held?.draft.post.title).toBe('');
  held?.release();
  backUpDraft(draft);
  expect(await readAllDrafts('42')).toEqual([]);
});

test('A full device is reported as full, also if its caches cannot be emptied', async () => {
  await using _ = openDevice();
  using faults = openRecordFaults();
  using __ = catchErrors();
  const { saveDraft } = await load();
  faults.hasRoomFor = () => false;
  using ___ = vi.spyOn(caches, 'open').mockRejectedValue(new DOMException('Unexpected internal error', 'UnknownError'));
  await expect(saveDraft(draftOf('Full'))).rejects.toMatchObject({ name: 'QuotaExceededError' });
});
