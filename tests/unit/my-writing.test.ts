import { expect, test, vi } from 'vitest';
import { openOwnBackend, status } from './support/backend.ts';
import { eventually } from './support/eventually.ts';
import { openForms, post, published, unpublished } from './support/forms.ts';
import { replace } from './support/global.ts';

const load = async () => ({
  ...(await import('../../src/writing/my-writing.ts')),
  ...(await import('../../src/writing/record/record-store.ts')),
  ...(await import('../../src/writing/record/read-writing.ts')),
  ...(await import('../../src/writing/forms/form-lock.ts')),
});

const submitted = (content: string, rev = 1, userId = '42') =>
  ({ kind: 'submitted', text: post(content), from: post(''), rev, form: 'f', userId }) as const;

/** Submits a post without sending it, and returns its record. */
async function waiting(content: string) {
  const { applyEvent } = await load();
  const step = await applyEvent('a', submitted(content), unpublished('a'));
  if (!step) throw new Error('Nothing waits.');
  return step.record;
}

test("editing a waiting post makes it a draft, which the tab's next form opens", async () => {
  await using _ = await openOwnBackend(() => 'drop');
  await using __ = await openForms();
  const { myWriting, readPostRecord } = await load();
  const record = await waiting('one');
  expect(await myWriting().edit(record)).toBe(true);
  expect((await readPostRecord('a'))?.pending).toBeUndefined();
  expect(await readPostRecord('a')).toMatchObject({ draft: { text: post('one') } });
  expect(sessionStorage.getItem('draft/42')).toBe('a');
});

test('Undo of a discard fails if the post was restored and published in the meantime', async () => {
  await using _ = await openOwnBackend(() => 'drop');
  await using __ = await openForms();
  const { myWriting, applyEvent, readPostRecord } = await load();
  const record = await waiting('one');
  const writing = myWriting();
  await writing.discard(record);
  await applyEvent('a', { kind: 'restored' });
  const due = await applyEvent('a', { kind: 'due' });
  await applyEvent('a', { kind: 'done', key: due?.record.pending?.key ?? '', etag: '"1"' });
  expect(await writing.takeBack(record)).toBe(false);
  expect(writing.notices.get().isTooLate).toBe(true);
  expect((await readPostRecord('a'))?.pending).toBeUndefined();
});

test('Undo of a discard reports a post that is open in another tab, and stays offered', async () => {
  await using _ = await openOwnBackend(() => 'drop');
  await using __ = await openForms();
  const { lockForm, myWriting } = await load();
  const record = await waiting('one');
  const writing = myWriting();
  await writing.discard(record);
  const lock = await lockForm('a');
  expect(await writing.takeBack(record)).toBe(false);
  const said = { openElsewhere: { id: 'a' }, isTooLate: false, discarded: { id: 'a' } };
  expect(writing.notices.get()).toMatchObject(said);
  lock?.release();
});

test("a post that is open in another tab's form can be neither edited nor discarded", async () => {
  await using _ = await openOwnBackend(() => 'drop');
  await using __ = await openForms();
  const { lockForm, myWriting, readPostRecord } = await load();
  const record = await waiting('one');
  const lock = await lockForm('a');
  const writing = myWriting();
  expect(await writing.edit(record)).toBe(false);
  await writing.discard(record);
  expect(writing.notices.get()).toMatchObject({ openElsewhere: { id: 'a' }, discarded: undefined });
  expect(await readPostRecord('a')).toMatchObject({ pending: { text: post('one') } });
  lock?.release();
});

test('an author can send a refused post again', async () => {
  await using backend = await openOwnBackend(() => status(422));
  await using _ = await openForms();
  const { myWriting, applyEvent, readPostRecord } = await load();
  const record = await waiting('one');
  const due = await applyEvent('a', { kind: 'due' });
  await applyEvent('a', { kind: 'refused', key: due?.record.pending?.key ?? '', status: 422 });
  await myWriting().retry((await readPostRecord('a')) ?? record);
  await eventually(() => expect(backend.received).toHaveLength(1));
  expect(await readPostRecord('a')).toMatchObject({ hold: { kind: 'refused' }, pending: { text: post('one') } });
});

test('each state of a submitted text offers its own actions', async () => {
  await using _ = await openForms();
  const { actionsOf } = await load();
  const record = await waiting('one');
  const of = (hold: typeof record.hold) => ({ ...record, hold });
  const { stateOf } = await import('../../src/writing/record/record-state.ts');
  const actions = (each: typeof record) => actionsOf({ record: each, state: stateOf(each) });
  expect(actions(record)).toEqual(['retry', 'cancel and edit', 'discard']);
  expect(actions(of({ kind: 'refused', status: 422 }))).toEqual(['retry', 'cancel and edit', 'discard']);
  expect(actions(of({ kind: 'published' }))).toEqual(['publish too', 'cancel and edit', 'discard']);
  expect(actions(of({ kind: 'conflict' }))).toEqual(['resolve', 'discard']);
  const pending = { kind: 'delete', key: 'k', at: 1 } as const;
  expect(actions({ ...published('p', 'one'), pending })).toEqual(['retry', 'undo delete']);
});

const published1 = { _id: 'p', title: 'One', imgUrl: '', content: 'one', etag: '"1"', version: 1 } as never;

test('a delete is reported as waiting if the database hangs after the call arrived', async () => {
  await using backend = await openOwnBackend(() => ({ status: 204 }));
  await using forms = await openForms();
  const { timeouts } = await import('../../src/device/timeouts.ts');
  const { deletePost } = await load();
  using _ = replace(timeouts, { databaseTimeoutMs: 200, submitTimeoutMs: 100 });
  await using hanging = new AsyncDisposableStack();
  backend.reply = async () => {
    hanging.use(await forms.faults.hang());
    return { status: 204 };
  };
  expect(await deletePost(published1, '42')).toEqual({ kind: 'waiting' });
});

test('deletePost rejects with a timeout if the database hangs before the delete begins', async () => {
  await using _ = await openOwnBackend(() => 'drop');
  await using forms = await openForms();
  const { timeouts } = await import('../../src/device/timeouts.ts');
  const { deletePost } = await load();
  using __ = replace(timeouts, { databaseTimeoutMs: 20 });
  using ___ = await forms.faults.hang();
  await expect(deletePost(published1, '42')).rejects.toThrow('No answer within 20 ms');
});

test('lists drafts that are only in session storage, even if the database fails', async () => {
  await using forms = await openForms();
  const { readDrafts } = await load();
  const { backUpInTab } = await import('../../src/writing/record/tab-backup.ts');
  const { kind: _kind, ...typed } = submitted('aside');
  backUpInTab({ start: unpublished('a'), typed });
  const contents = async () => (await readDrafts('42')).map(({ draft }) => draft?.text.content);
  expect(await contents()).toEqual(['aside']);
  forms.faults.closeConnections('told');
  using _ = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('As the test wants it', 'UnknownError');
  });
  expect(await contents()).toEqual(['aside']);
});
