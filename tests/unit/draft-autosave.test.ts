import { expect, test, vi } from 'vitest';
import { catchErrors } from './support/console.ts';
import { openDevice } from './support/device.ts';
import { eventually } from './support/eventually.ts';
import { draftOf } from './support/outbox.ts';
import { openRecordFaults } from './support/record-faults.ts';

const day = 24 * 60 * 60 * 1000;
const loadDrafts = () => import('../../src/data/drafts/drafts.ts');
const loadKeeper = () => import('../../src/data/drafts/draft-autosave.ts');

test('A draft is saved within half a second of the first keystroke, while typing goes on', async () => {
  await using _ = openDevice();
  const { autosaveDraft } = await loadKeeper();
  const { readDraft } = await loadDrafts();
  const keeper = autosaveDraft(draftOf('', { post: { title: '', imgUrl: '', content: '' } }));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  using __ = { [Symbol.dispose]: () => void vi.useRealTimers() };
  setInterval(() => keeper.change({ content: `${keeper.draft().post.content}x` }), 20);
  vi.advanceTimersByTime(500);
  // What has not begun by now never begins.
  vi.useRealTimers();
  await eventually(async () => expect((await readDraft('draft of '))?.post.content).toMatch(/^x+$/));
  await keeper.flush();
});

test('A page that is about to close saves the whole text', async () => {
  await using _ = openDevice();
  const { autosaveDraft } = await loadKeeper();
  const { readDraft } = await loadDrafts();
  const keeper = autosaveDraft(draftOf('Going'));
  keeper.change({ content: 'the last word' });
  expect(keeper.shown.get().status).toBe('saving');
  await keeper.flush();
  expect(keeper.shown.get().status).toBe('saved');
  expect((await readDraft('draft of Going'))?.post.content).toBe('the last word');
});

test('A text that comes into the form of a page that is hidden already is saved at once', async () => {
  await using _ = openDevice();
  const { autosaveDraft } = await loadKeeper();
  const { keepWhileShown } = await import('../../src/data/drafts/keep-while-shown.ts');
  const { readDraft } = await loadDrafts();
  using __ = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  using ___ = { [Symbol.dispose]: () => void vi.useRealTimers() };
  const stop = keepWhileShown(autosaveDraft(draftOf('Found late'), false));
  // What has not begun by now never begins.
  vi.useRealTimers();
  await eventually(async () => expect((await readDraft('draft of Found late'))?.post.title).toBe('Found late'));
  stop();
});

test('A text not yet saved as the page closes is backed up in the tab until it is saved', async () => {
  await using _ = openDevice();
  const { autosaveDraft } = await loadKeeper();
  const keeper = autosaveDraft(draftOf('Going'));
  keeper.leave();
  expect(sessionStorage).toHaveLength(0);
  keeper.change({ content: 'the last word' });
  keeper.leave();
  expect(sessionStorage.getItem('draft-backup/draft of Going')).toContain('the last word');
  await keeper.flush();
  expect(sessionStorage).toHaveLength(0);
});

test('A text that a submit has taken is not backed up again when its form is left', async () => {
  await using _ = openDevice();
  using _errors = catchErrors();
  using _forbidden = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('forbidden', 'SecurityError');
  });
  const { autosaveDraft } = await loadKeeper();
  const { readBackups } = await import('../../src/data/drafts/draft-backup.ts');
  const keeper = autosaveDraft(draftOf('Gone'));
  keeper.change({ content: 'the last word' });
  expect(keeper.leave()).toBe('page');
  keeper.beginSubmit();
  keeper.letGo();
  keeper.leave();
  expect(readBackups()).toEqual([]);
});

test('A text that the tab had no room for is backed up once it has', async () => {
  await using _ = openDevice();
  using _errors = catchErrors();
  const { autosaveDraft } = await loadKeeper();
  const keeper = autosaveDraft(draftOf('Going'));
  keeper.change({ content: 'the last word' });
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(keeper.leave()).toBe('page');
  full.mockRestore();
  expect(keeper.leave()).toBe('tab');
  expect(sessionStorage.getItem('draft-backup/draft of Going')).toContain('the last word');
  await keeper.flush();
});

test('Text typed during a save is not reported as saved', async () => {
  await using _ = openDevice();
  const { autosaveDraft } = await loadKeeper();
  const keeper = autosaveDraft(draftOf('Fast'));
  keeper.change({ content: 'a' });
  const saved = keeper.flush();
  await Promise.resolve();
  await Promise.resolve();
  keeper.change({ content: 'ab' });
  await saved;
  expect(keeper.shown.get().status).toBe('saving');
  await keeper.flush();
  expect(keeper.shown.get().status).toBe('saved');
});

test('A draft whose text is deleted is deleted too', async () => {
  await using _ = openDevice();
  const { autosaveDraft } = await loadKeeper();
  const { readDraft, saveDraft } = await loadDrafts();
  await saveDraft(draftOf('Blank'));
  const keeper = autosaveDraft(draftOf('Blank'));
  keeper.change({ title: '', content: '' });
  await keeper.flush();
  expect(keeper.shown.get().status).toBe('nothing to keep');
  expect(await readDraft('draft of Blank')).toBeUndefined();
});

test.each([
  ['QuotaExceededError', 'no room'],
  ['UnknownError', 'impossible'],
] as const)('after %s the text is still shown, and said to be kept nowhere: %s', async (reason, kept) => {
  await using _ = openDevice();
  using faults = openRecordFaults();
  using errors = catchErrors();
  const { autosaveDraft } = await loadKeeper();
  const { readDraft } = await loadDrafts();
  const keeper = autosaveDraft(draftOf('Full'));
  faults.failureOf = () => reason;
  keeper.change({ content: 'too much' });
  await keeper.flush();
  expect(keeper.shown.get()).toMatchObject({ post: { content: 'too much' }, status: kept });
  expect(errors).toHaveBeenCalled();
  faults.failureOf = () => undefined;
  keeper.change({ content: 'too much?' });
  await keeper.flush();
  expect(keeper.shown.get().status).toBe('saved');
  expect((await readDraft('draft of Full'))?.post.content).toBe('too much?');
});

test('Caches are evicted for a draft, images first, and what people wrote never is', async () => {
  await using device = openDevice();
  using faults = openRecordFaults();
  const { saveDraft, listDrafts } = await loadDrafts();
  await saveDraft(draftOf('Older'));
  for (const name of ['images', 'posts', 'lists']) {
    await (await caches.open(name)).put('https://app.example/copy', new Response('copy'));
  }
  const room = () => ['images', 'posts', 'lists'].filter((name) => device.caches.urlsIn(name).length > 0);
  faults.failureOf = () => (room().includes('images') ? 'QuotaExceededError' : undefined);
  await saveDraft(draftOf('Newer'));
  expect(room()).toEqual(['posts', 'lists']);
  faults.failureOf = () => 'QuotaExceededError';
  await expect(saveDraft(draftOf('Newest'))).rejects.toMatchObject({ name: 'QuotaExceededError' });
  expect(room()).toEqual([]);
  expect((await listDrafts('42')).map(({ post }) => post.title).sort()).toEqual(['Newer', 'Older']);
});

test('A draft is saved although the database connection was closed', async () => {
  await using _ = openDevice();
  using faults = openRecordFaults();
  const { autosaveDraft } = await loadKeeper();
  const { readDraft } = await loadDrafts();
  const keeper = autosaveDraft(draftOf('Closed'));
  for (const how of ['told', 'silent'] as const) {
    keeper.change({ content: how });
    await keeper.flush();
    faults.closeConnections(how);
    keeper.change({ content: `${how}, and on` });
    await keeper.flush();
    expect(keeper.shown.get().status).toBe('saved');
    expect((await readDraft('draft of Closed'))?.post.content).toBe(`${how}, and on`);
  }
});

test('A discarded draft can be restored for a day, and then is deleted for good', async () => {
  await using device = openDevice();
  const { saveDraft, discardDraft, restoreDraft, listDrafts, readDrafts } = await loadDrafts();
  const draft = draftOf('Discarded');
  const now = Date.now();
  await saveDraft(draft);
  await discardDraft(draft, now);
  expect(await listDrafts('42', now)).toEqual([]);
  expect(await readDrafts('42', now + day)).toHaveLength(1);
  await restoreDraft(draft);
  expect(await listDrafts('42', now)).toEqual([draft]);
  await discardDraft(draft, now);
  expect(await readDrafts('42', now + day + 1)).toEqual([]);
  expect(await device.records()).not.toContain('Discarded');
});

test('Discarding and restoring a draft use it as it is now, not as it was listed', async () => {
  await using _ = openDevice();
  const { saveDraft, discardDraft, restoreDraft, listDrafts } = await loadDrafts();
  const listed = draftOf('Listed');
  await saveDraft({ ...listed, post: { ...listed.post, content: 'written on in another tab' } });
  await discardDraft(listed);
  await restoreDraft(listed);
  expect(await listDrafts('42')).toMatchObject([{ post: { content: 'written on in another tab' } }]);
});

test('The draft of a deleted post stays for thirty days, and a typed draft for ever', async () => {
  await using _ = openDevice();
  const { saveDraft, listDrafts } = await loadDrafts();
  await saveDraft(draftOf('Deleted', { origin: 'deleted post', savedAt: 0 }));
  await saveDraft(draftOf('Typed', { savedAt: 0 }));
  expect(await listDrafts('42', 30 * day)).toHaveLength(2);
  expect((await listDrafts('42', 30 * day + 1)).map(({ post }) => post.title)).toEqual(['Typed']);
  expect(await listDrafts('42', 3_000 * day)).toHaveLength(1);
});

test("other users' drafts are not seen, and nobody's are everybody's", async () => {
  await using _ = openDevice();
  const { saveDraft, listDrafts } = await loadDrafts();
  await saveDraft(draftOf('Mine', { savedAt: 2 }));
  await saveDraft(draftOf('Theirs', { userId: '7' }));
  await saveDraft(draftOf("Nobody's", { userId: null, savedAt: 1 }));
  const titles = async (userId: string | null) => (await listDrafts(userId)).map(({ post }) => post.title);
  expect(await titles('42')).toEqual(['Mine', "Nobody's"]);
  expect(await titles('7')).toEqual(["Nobody's", 'Theirs']);
  expect(await titles(null)).toEqual(["Nobody's"]);
});

test('A deleted post leaves a draft that belongs to its author', async () => {
  await using _ = openDevice();
  const { sendOutbox } = await import('../../src/data/outbox/send-outbox.ts');
  const { putEntry } = await import('../../src/data/outbox/outbox-store.ts');
  const { listDrafts } = await loadDrafts();
  const { entryOf, modelOf, post } = await import('./support/outbox.ts');
  await putEntry(entryOf('Deleted', { work: { kind: 'delete', postId: 'p1', post: post('Deleted') } }));
  await sendOutbox({ userId: '42', transport: modelOf(undefined, { knowsKeys: true }), scope: 'all' });
  expect(await listDrafts('42')).toMatchObject([{ post: post('Deleted'), origin: 'deleted post' }]);
});
