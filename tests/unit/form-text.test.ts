import { expect, test, vi } from 'vitest';
import { eventually } from './support/eventually.ts';
import { contentOf, loadForms, openForms, post, published, shownDrafts, typed, unpublished } from './support/forms.ts';
import { replace } from './support/global.ts';

/** Returns the form text of a record, by default of a new post. */
const openText = async (start = unpublished('a')) => (await loadForms()).formText(start, '42');

test('a draft is saved within half a second of the first key, while typing goes on', async () => {
  await using _ = await openForms();
  const { readPostRecord } = await loadForms();
  const text = await openText();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  using __ = { [Symbol.dispose]: () => void vi.useRealTimers() };
  setInterval(() => text.change({ content: `${contentOf(text)}x` }), 20);
  vi.advanceTimersByTime(500);
  // Drops the fake timers, and with them any save that has not begun by now.
  vi.useRealTimers();
  await eventually(async () => expect((await readPostRecord('a'))?.draft?.text.content).toMatch(/^x+$/));
  await text.flush();
});

test('beforeunload is prevented only while session storage has no room for a backup', async () => {
  await using _ = await openForms();
  const text = await openText();
  text.change({ content: 'last' });
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(text.leave()).toBe('page');
  expect(dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false);
  full.mockRestore();
  expect(text.leave()).toBe('tab');
  expect(dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true);
  await text.flush();
});

test('text typed during a save is reported as saved only after the next save', async () => {
  await using _ = await openForms();
  const text = await openText();
  text.change({ content: 'a' });
  const saved = text.flush();
  await Promise.resolve();
  await Promise.resolve();
  text.change({ content: 'ab' });
  await saved;
  expect(text.shown.get().status).toBe('saving');
  await text.flush();
  expect(text.shown.get().status).toBe('saved');
});

test("typing the form's initial text again removes the draft", async () => {
  await using _ = await openForms();
  const { readPostRecord } = await loadForms();
  const text = await openText(published('p', 'one'));
  expect(text.isUntouched()).toBe(true);
  text.change({ content: 'two' });
  await text.flush();
  expect([text.isUntouched(), text.shown.get().status]).toEqual([false, 'saved']);
  text.change({ content: 'one' });
  await text.flush();
  expect(text.shown.get().status).toBe('nothing to keep');
  expect((await readPostRecord('p'))?.draft).toBeUndefined();
});

test('the form reports a full or failing database; session storage has a backup', async () => {
  await using forms = await openForms();
  const text = await openText();
  text.change({ content: 'a' });
  forms.faults.hasRoomFor = () => false;
  await text.flush();
  expect(text.shown.get()).toMatchObject({ status: 'no room', backup: 'tab' });
  forms.faults.hasRoomFor = () => true;
  forms.faults.failureOf = () => 'UnknownError';
  await text.flush();
  expect(text.shown.get()).toMatchObject({ status: 'impossible', backup: 'tab' });
  forms.faults.failureOf = () => undefined;
  await text.flush();
  expect(text.shown.get()).toEqual({ post: post('a'), status: 'saved' });
});

test('a text is backed up in session storage only while a save takes long', async () => {
  await using forms = await openForms();
  const { readTabBackups, timeouts } = await loadForms();
  using _ = replace(timeouts, { draftLockTimeoutMs: 20 });
  const text = await openText();
  const hanging = await forms.faults.hang();
  text.change({ content: 'a' });
  const saved = text.flush();
  await eventually(() => expect(readTabBackups()).toHaveLength(1));
  hanging[Symbol.dispose]();
  await saved;
  expect(readTabBackups()).toEqual([]);
});

test('a form that another tab takes over saves its text, and accepts no more typing', async () => {
  await using _ = await openForms();
  const { readTabBackups } = await loadForms();
  const text = await openText();
  text.change({ content: 'saved' });
  await text.flush();
  text.change({ content: 'typed on' });
  await text.giveUp();
  expect(text.shown.get()).toEqual({ post: post('typed on'), status: 'taken over' });
  text.change({ content: 'late' });
  await text.flush();
  expect(text.shown.get()).toEqual({ post: post('typed on'), status: 'taken over' });
  expect([await shownDrafts(), readTabBackups()]).toEqual([['typed on'], []]);
});

test('a form taken over while the database hangs is read-only at once, with a backup', async () => {
  await using forms = await openForms();
  const { readTabBackups } = await loadForms();
  const text = await openText();
  text.change({ content: 'saved' });
  await text.flush();
  const hanging = await forms.faults.hang();
  text.change({ content: 'typed on' });
  const leaving = text.giveUp();
  await eventually(() => expect(text.shown.get().status).toBe('taken over'));
  expect(readTabBackups()).toMatchObject([{ typed: { text: post('typed on') } }]);
  hanging[Symbol.dispose]();
  await leaving;
  // The save that hung has succeeded after all, and the text is stored only once.
  expect([await shownDrafts(), readTabBackups()]).toEqual([['typed on'], []]);
});

test('a form taken over during a database failure later saves its text as a new draft', async () => {
  await using forms = await openForms();
  const { timeouts } = await loadForms();
  using _ = replace(timeouts, { unsavedRetryMs: 20 });
  const [text, other] = [await openText(), await openText()];
  text.change({ content: 'one' });
  await text.flush();
  forms.faults.failureOf = () => 'UnknownError';
  other.change({ content: 'other' });
  await other.giveUp();
  expect(other.shown.get().status).toBe('taken over');
  forms.faults.failureOf = () => undefined;
  await eventually(async () => expect(await shownDrafts()).toEqual(['one', 'other']));
});

test('no draft is lost if a form sets its text aside before another writes the record', async () => {
  await using _ = await openForms();
  const { applyEvent } = await loadForms();
  const text = await openText();
  text.change({ content: 'one' });
  await text.flush();
  await text.setAside();
  text.change({ content: 'brought back' });
  await applyEvent('a', { kind: 'typed', ...typed('other', '', 9, 'g') });
  await text.flush();
  expect(await shownDrafts()).toEqual(['brought back', 'one', 'other']);
});

test('a text is reported as saved if its submit finds a conflict', async () => {
  await using _ = await openForms();
  const { applyEvent } = await loadForms();
  const start = published('p', 'one');
  const text = await openText(start);
  await applyEvent('p', { kind: 'read', version: { etag: '"2"', number: 2, text: post('theirs') } }, start);
  text.change({ content: 'mine' });
  expect((await text.submit('42')).told?.kind).toBe('decide');
  expect(text.shown.get()).toMatchObject({ post: post('mine'), status: 'saved' });
});

test("after the author chooses the backend's text, the next submit has no conflict", async () => {
  await using _ = await openForms();
  const { applyEvent, readPostRecord } = await loadForms();
  await applyEvent('p', { kind: 'typed', ...typed('mine', 'one') }, published('p', 'theirs'));
  const text = await openText(await readPostRecord('p'));
  expect((await text.submit('42')).told).toMatchObject({ kind: 'decide', of: 'draft', theirs: post('theirs') });
  text.decide(post('theirs'), post('theirs'));
  await text.flush();
  text.change({ content: 'theirs, and mine' });
  const { told, record } = await text.submit('42');
  expect([told, record.pending]).toMatchObject([undefined, { text: post('theirs, and mine') }]);
});

test('typing into the form of a deleted post creates only one draft', async () => {
  await using _ = await openForms();
  const { applyEvent } = await loadForms();
  const start = published('p', 'one');
  await applyEvent('p', { kind: 'submitted', ...typed('other', 'one', 1, 'g') }, start);
  const due = await applyEvent('p', { kind: 'due' });
  const text = await openText(due?.record);
  await applyEvent('p', { kind: 'gone', key: due?.record.pending?.key ?? '' });
  text.change({ content: 'other, and more' });
  await text.flush();
  expect(await shownDrafts()).toEqual(['other, and more']);
});
