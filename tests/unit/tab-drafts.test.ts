import { expect, test } from 'vitest';
import type { Draft } from '../../src/data/drafts/drafts.ts';
import { openDevice } from './support/device.ts';
import { openLocks } from './support/locks.ts';
import { draftOf } from './support/outbox.ts';
import { openTab } from './support/tabs.ts';

const load = async () => ({
  ...(await import('../../src/data/drafts/draft-backup.ts')),
  ...(await import('../../src/data/drafts/draft-autosave.ts')),
  ...(await import('../../src/data/drafts/tab-draft.ts')),
  ...(await import('../../src/data/drafts/drafts.ts')),
  ...(await import('../../src/data/drafts/all-drafts.ts')),
});

test('after a reload the tab has its own draft again', async () => {
  await using _ = openDevice();
  using __ = openLocks();
  const { openTabDraft, saveDraft } = await load();
  const before = await openTabDraft('42');
  await saveDraft({ ...before.draft, post: { title: 'Mine', imgUrl: '', content: '' } });
  await saveDraft(draftOf('Newer', { savedAt: Date.now() + 1 }));
  before.release();
  expect((await openTabDraft('42')).draft).toMatchObject({ id: before.draft.id, post: { title: 'Mine' } });
});

test('Words that were not saved before a reload are there again, and saved after all', async () => {
  await using _ = openDevice();
  using __ = openLocks();
  const { openTabDraft, autosaveDraft, backUpDraft, readDraft } = await load();
  const before = await openTabDraft('42');
  backUpDraft({ ...before.draft, post: { title: 'Mine', imgUrl: '', content: '' }, savedAt: Date.now() });
  before.release();
  const { draft, isSaved } = await openTabDraft('42');
  const keeper = autosaveDraft(draft, isSaved);
  expect(keeper.shown.get()).toMatchObject({ post: { title: 'Mine' }, status: 'saving' });
  await keeper.flush();
  expect((await readDraft(draft.id))?.post.title).toBe('Mine');
  expect(Object.values({ ...sessionStorage })).toEqual([draft.id]);
});

test('A backup does not replace a saved draft that is newer or discarded', async () => {
  await using _ = openDevice();
  using __ = openLocks();
  const { openTabDraft, holdDraft, backUpDraft, saveDraft, discardDraft } = await load();
  const { draft, release } = await openTabDraft('42');
  backUpDraft({ ...draft, post: { title: 'Old', imgUrl: '', content: '' }, savedAt: 1 });
  await saveDraft({ ...draft, post: { title: 'New', imgUrl: '', content: '' }, savedAt: 2 });
  release();
  const held = await holdDraft(draft.id, '42', { patience: 500 });
  expect(held).toMatchObject({ draft: { post: { title: 'New' } }, isSaved: true });
  held?.release();
  backUpDraft({ ...draft, post: { title: 'Old', imgUrl: '', content: '' }, savedAt: 2 });
  await discardDraft(draft);
  expect(await holdDraft(draft.id, '42', { patience: 500 })).toBeUndefined();
});

test.each([
  { what: 'saved it', end: false },
  { what: 'submitted it', end: true },
])(
  'Unsaved words are a draft of their own where another tab went on from the saved text and $what',
  async ({ end }) => {
    for (const isFirst of [true, false]) {
      await using _ = openDevice();
      using __ = openLocks();
      const { openTabDraft, autosaveDraft, backUpDraft, readAllDrafts, readDraft, deleteDraftWithTombstone } =
        await load();
      const { draft, release } = await openTabDraft('42');
      const mine = autosaveDraft(draft);
      mine.change({ content: 'Both have this' });
      await mine.flush();
      const saved = (await readDraft(draft.id)) as Draft;
      if (isFirst) mine.change({ content: 'Unsaved' });
      const other = autosaveDraft(saved);
      other.change({ content: 'Of the other tab' });
      if (!isFirst) mine.change({ content: 'Unsaved' });
      await other.flush();
      if (end) await deleteDraftWithTombstone(other.draft());
      backUpDraft(mine.draft());
      release();
      const found = await readAllDrafts('42');
      const texts = found.map(({ post }) => post.content).toSorted();
      expect(texts).toEqual(end ? ['Unsaved'] : ['Of the other tab', 'Unsaved']);
      expect(found.find(({ post }) => post.content === 'Unsaved')?.id).not.toBe(draft.id);
      expect(await readAllDrafts('42')).toEqual(found);
    }
  },
);

test('What was typed into a draft that had ended before comes back into it', async () => {
  await using _ = openDevice();
  using __ = openLocks();
  const { holdDraft, autosaveDraft, backUpDraft, deleteDraftWithTombstone } = await load();
  const ended = autosaveDraft(draftOf('Ended'));
  ended.change({ content: 'Submitted' });
  await deleteDraftWithTombstone(ended.draft());
  const again = await holdDraft('draft of Ended', '42');
  if (!again) throw new Error('It is held');
  const later = autosaveDraft(again.draft);
  later.change({ content: 'Typed since' });
  backUpDraft(later.draft());
  again.release();
  const back = await holdDraft('draft of Ended', '42', { patience: 500 });
  expect(back?.draft.post.content).toBe('Typed since');
});

test('A copy of a backup in a duplicated tab is older than what the first tab has saved since', async () => {
  await using _ = openDevice();
  using __ = openLocks();
  const { openTabDraft, autosaveDraft, backUpDraft, readAllDrafts } = await load();
  const { draft, release } = await openTabDraft('42');
  const mine = autosaveDraft(draft);
  mine.change({ content: 'Copied' });
  const copied = mine.draft();
  mine.change({ content: 'Typed on' });
  await mine.flush();
  release();
  backUpDraft(copied);
  expect((await readAllDrafts('42')).map(({ post }) => post.content)).toEqual(['Typed on']);
});

test('A page that has not released its draft yet is waited for', async () => {
  await using _ = openDevice();
  using __ = openLocks();
  const { openTabDraft } = await load();
  const before = await openTabDraft('42');
  setTimeout(before.release, 200);
  expect((await openTabDraft('42')).draft.id).toBe(before.draft.id);
});

test('a duplicated tab takes a draft of its own', async () => {
  await using _ = openDevice();
  using __ = openLocks();
  const { openTabDraft } = await load();
  const first = await openTabDraft('42');
  const copied = await openTabDraft('42');
  expect(copied.draft.id).not.toBe(first.draft.id);
  expect(copied.draft.post.title).toBe('');
});

test('after a crash the newest draft that no tab holds is opened', async () => {
  await using _ = openDevice();
  using locks = openLocks();
  const { openTabDraft, saveDraft, holdDraft } = await load();
  await saveDraft(draftOf('Oldest', { savedAt: 1 }));
  await saveDraft(draftOf('Open elsewhere', { savedAt: 3 }));
  await saveDraft(draftOf('Newest', { savedAt: 2 }));
  await saveDraft(draftOf('Deleted', { savedAt: Date.now(), origin: 'deleted post' }));
  const crashed = openTab((tab) => locks.releaseAll(tab));
  await crashed.run(() => holdDraft('draft of Newest', '42'));
  await holdDraft('draft of Open elsewhere', '42');
  crashed.kill();
  sessionStorage.clear();
  expect((await openTabDraft('42')).draft.post.title).toBe('Newest');
});

test('After a submit the form begins empty', async () => {
  await using _ = openDevice();
  using __ = openLocks();
  const { openTabDraft, forgetTabDraft, saveDraft } = await load();
  const posted = await openTabDraft('42');
  await saveDraft(draftOf('Earlier'));
  forgetTabDraft('42');
  posted.release();
  expect((await openTabDraft('42')).draft.post.title).toBe('');
});

test('a tab has a draft for each who logs in, and nobody gets the draft of another', async () => {
  await using _ = openDevice();
  using __ = openLocks();
  const { openTabDraft, saveDraft, holdDraft } = await load();
  const mine = await openTabDraft('42');
  await saveDraft({ ...mine.draft, post: { title: 'Mine', imgUrl: '', content: '' } });
  mine.release();
  const loggedOut = await openTabDraft(null);
  expect(loggedOut.draft).toMatchObject({ userId: null, post: { title: '' } });
  expect(await holdDraft(mine.draft.id, '7')).toBeUndefined();
  expect((await openTabDraft('7')).draft.post.title).toBe('');
  expect((await openTabDraft('42')).draft).toMatchObject({ id: mine.draft.id, post: { title: 'Mine' } });
});

test("what was typed before the login is the author's after it", async () => {
  await using _ = openDevice();
  using __ = openLocks();
  const { openTabDraft, saveDraft } = await load();
  const typed = await openTabDraft(null);
  await saveDraft({ ...typed.draft, post: { title: 'Before', imgUrl: '', content: '' } });
  typed.release();
  expect((await openTabDraft('42')).draft).toMatchObject({ userId: '42', post: { title: 'Before' } });
});

test('A draft that another tab discarded does not come back', async () => {
  await using _ = openDevice();
  using __ = openLocks();
  const { openTabDraft, saveDraft, discardUnlessHeld } = await load();
  const held = await openTabDraft('42');
  const draft = { ...held.draft, post: { title: 'Doomed', imgUrl: '', content: '' } };
  await saveDraft(draft);
  expect(await discardUnlessHeld(draft)).toBe(false);
  held.release();
  await new Promise((resolve) => setTimeout(resolve));
  expect(await discardUnlessHeld(draft)).toBe(true);
  const next = await openTabDraft('42');
  expect(next.draft).toMatchObject({ post: { title: '' } });
  expect(next.draft.id).not.toBe(draft.id);
});
