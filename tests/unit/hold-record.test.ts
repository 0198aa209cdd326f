import { expect, test } from 'vitest';
import type { PostRecord } from '../../src/writing/record/post-record.ts';
import { eventually } from './support/eventually.ts';
import { loadForms, openForms, post, published, shownDrafts, typed, unpublished } from './support/forms.ts';
import { replace } from './support/global.ts';

test('without Web Locks, two forms can open the same record', async () => {
  await using forms = await openForms();
  forms.locks[Symbol.dispose]();
  const { lockForm } = await loadForms();
  expect(await lockForm('a')).toBeDefined();
  expect(await lockForm('a')).toBeDefined();
});

test("a deleted post's form does not open, and its backup stays in session storage", async () => {
  await using _ = await openForms();
  const { backUpInTab, holdRecord, applyEvent, readTabBackups } = await loadForms();
  const start = published('p', 'one');
  await applyEvent('p', { kind: 'deleted' }, start);
  const due = await applyEvent('p', { kind: 'due' });
  backUpInTab({ start, typed: typed('one, two', 'one') });
  await applyEvent('p', { kind: 'gone', key: due?.record.pending?.key ?? '' });
  expect(await holdRecord('p')).toBeUndefined();
  expect(readTabBackups()).toMatchObject([{ typed: { text: post('one, two') } }]);
});

test('holdRecord releases the lock if there is no record or `isWanted` returns false', async () => {
  await using forms = await openForms();
  const { holdRecord } = await loadForms();
  expect(await holdRecord('none')).toBeUndefined();
  expect(await holdRecord('a', { start: unpublished('a'), isWanted: () => false })).toBeUndefined();
  await eventually(() => expect(forms.locks.isHeld('writing/a')).toBe(false));
  expect(forms.locks.isHeld('writing/none')).toBe(false);
});

/** Opens a form of a record whose backup in session storage is newer than the stored text. */
async function openBackup(start: PostRecord, content: string, beforeIt?: () => Promise<unknown>) {
  const { backUpInTab, holdRecord, shownForm } = await loadForms();
  backUpInTab({ start, typed: typed(content, start.base?.text.content) });
  const held = await holdRecord(start.id);
  await beforeIt?.();
  const form = shownForm();
  const text = held && form.put(held, '42');
  await text?.flush();
  return { text, status: text?.shown.get().status, [Symbol.dispose]: form.close };
}

test('a form saves its backup even if the record has a newer version of the post', async () => {
  await using _ = await openForms();
  const { applyEvent, readPostRecord } = await loadForms();
  const start = published('a', 'one');
  await applyEvent('a', { kind: 'read', version: { etag: '"2"', number: 2, text: post('one') } }, start);
  using form = await openBackup(start, 'one, two');
  expect(form.status).toBe('saved');
  expect((await readPostRecord('a'))?.draft).toEqual({ text: post('one, two'), from: post('one') });
});

test('a form saves its backup to the database only after a full device has room', async () => {
  await using forms = await openForms();
  forms.faults.hasRoomFor = () => false;
  using form = await openBackup(unpublished('a'), 'one');
  expect(form.text?.shown.get()).toMatchObject({ status: 'no room', backup: 'tab' });
  forms.faults.hasRoomFor = () => true;
  await form.text?.flush();
  expect(form.text?.shown.get()).toEqual({ post: post('one'), status: 'saved' });
  expect(await shownDrafts()).toEqual(['one']);
});

test("stores one draft if another form saves the backup's text while a form opens", async () => {
  await using _ = await openForms();
  const { applyEvent } = await loadForms();
  const start = unpublished('a');
  using form = await openBackup(start, 'one', async () => {
    await applyEvent('a', { kind: 'typed', ...typed('one') }, start);
  });
  expect(form.status).toBe('saved');
  expect(await shownDrafts()).toEqual(['one']);
});

test('a backup that differs from its record stays in session storage on a full device', async () => {
  await using forms = await openForms();
  const { backUpInTab, holdRecord, applyEvent, readTabBackups } = await loadForms();
  await applyEvent('a', { kind: 'typed', ...typed('one', '', 1, 'g') }, unpublished('a'));
  backUpInTab({ start: unpublished('a'), typed: typed('one, mine', '', 2) });
  forms.faults.hasRoomFor = () => false;
  const held = await holdRecord('a');
  held?.lock.release();
  const [aside] = readTabBackups();
  const again = await holdRecord(aside?.start.id ?? '', aside && { start: aside.start });
  expect(again?.record.draft?.text).toEqual(post('one, mine'));
  again?.lock.release();
});

test('a form opens with the backup in session storage even if the database hangs', async () => {
  await using forms = await openForms();
  const { backUpInTab, holdRecord, applyEvent, readTabBackups, timeouts } = await loadForms();
  using _ = replace(timeouts, { databaseOpenTimeoutMs: 20 });
  await applyEvent('a', { kind: 'typed', ...typed('one') }, unpublished('a'));
  backUpInTab({ start: unpublished('a'), typed: typed('one, two', '', 2) });
  using __ = await forms.faults.hang();
  const held = await holdRecord('a');
  expect(held).toMatchObject({ record: { draft: { text: post('one, two') } }, isStored: false });
  expect(readTabBackups()).toHaveLength(1);
  held?.lock.release();
});

test('putFormDraft stores one draft, and a later sweepRecords adds no second draft', async () => {
  await using _ = await openForms();
  const { putFormDraft, sweepRecords } = await loadForms();
  await putFormDraft(() => ({ start: unpublished('a'), typed: typed('one') }));
  expect(await shownDrafts()).toEqual(['one']);
  await sweepRecords();
  expect(await shownDrafts()).toEqual(['one']);
});
