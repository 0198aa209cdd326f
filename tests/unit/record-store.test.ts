import { expect, test, vi } from 'vitest';
import type { Post } from '../../src/contract/posts.ts';
import { blank, newRecord, type PostRecord } from '../../src/writing/record/post-record.ts';
import type { Typed } from '../../src/writing/record/record-events.ts';
import { openDevice } from './support/device.ts';
import { openRecordFaults } from './support/record-faults.ts';

const text = (content: string) => ({ ...blank, content });
const typed = (content: string, rev = 1) =>
  ({ kind: 'typed', text: text(content), from: blank, rev, form: 'f' }) as const;
const submitted = (content: string, rev = 2) =>
  ({ kind: 'submitted', text: text(content), from: blank, rev, form: 'f', userId: 'ada' }) as const;
const start = (id: string) => newRecord(id, 'ada');

const loadStore = async () => {
  const store = await import('../../src/writing/record/record-store.ts');
  const backUp = (record: PostRecord, words: Typed) => store.putFormDraft(() => ({ start: record, typed: words }));
  return { ...store, backUp };
};

test('an event for a missing record does not create the record', async () => {
  await using device = openDevice();
  const { applyEvent } = await loadStore();
  expect(await applyEvent('a', { kind: 'done', key: 'k', etag: 'v1' })).toBeUndefined();
  expect(await device.records()).toBe('[]');
});

test('the changes of one event are stored together or not at all', async () => {
  await using _ = openDevice();
  using faults = openRecordFaults();
  const { applyEvent, readPostRecord, readShown } = await loadStore();
  await applyEvent('a', submitted('first'), start('a'));
  const due = await applyEvent('a', { kind: 'due' });
  const key = due?.record.pending?.key ?? '';
  faults.hasRoomFor = (_record, at) => at === 'post-record/a';
  await expect(applyEvent('a', { kind: 'gone', key })).rejects.toMatchObject({ name: 'QuotaExceededError' });
  expect(await readPostRecord('a')).toMatchObject({ pending: { text: text('first') } });
  faults.hasRoomFor = () => true;
  await applyEvent('a', { kind: 'gone', key });
  expect((await readShown('ada')).map(({ record }) => record.draft?.text)).toEqual([text('first')]);
});

test("a text submitted after its post was deleted becomes the successor's draft", async () => {
  await using _ = openDevice();
  const { isDue, applyEvent, readOwn, readShown } = await loadStore();
  await applyEvent('a', submitted('first'), start('a'));
  const due = await applyEvent('a', { kind: 'due' });
  const gone = await applyEvent('a', { kind: 'gone', key: due?.record.pending?.key ?? '' });
  const step = await applyEvent('a', { ...submitted('first, and more', 3), from: text('first') });
  expect(step?.told).toEqual({ kind: 'gone', successor: gone?.record.successor });
  expect(step?.record.id).toBe(gone?.record.successor);
  expect((await readShown('ada')).map(({ record }) => record.draft?.text)).toEqual([text('first, and more')]);
  expect((await readOwn('ada')).filter(isDue)).toEqual([]);
});

test("readOwn lists an author's records, oldest first; isDue finds those to be sent", async () => {
  await using _ = openDevice();
  const { isDue, applyEvent, readOwn } = await loadStore();
  using clock = vi.spyOn(Date, 'now');
  for (const [id, now] of [
    ['c', 30],
    ['a', 20],
    ['b', 10],
  ] as const) {
    clock.mockReturnValue(now);
    await applyEvent(id, submitted(id), start(id));
  }
  await applyEvent('bob', { ...submitted('bob'), userId: 'bob' }, newRecord('bob', 'bob'));
  await applyEvent('draft', typed('draft'), start('draft'));
  await applyEvent('a', { kind: 'refused', key: 'k', status: 401, ofLogin: true });
  const own = await readOwn('ada');
  expect(own.map(({ id }) => id)).toEqual(['b', 'a', 'c', 'draft']);
  expect(own.filter(isDue).map(({ id }) => id)).toEqual(['b', 'c']);
});

test('a backup that is older than the submitted text is not restored', async () => {
  await using _ = openDevice();
  const { backUp, applyEvent, readShown } = await loadStore();
  await applyEvent('a', submitted('whole text', 5), start('a'));
  await backUp(start('a'), { text: text('whole'), from: blank, rev: 4, form: 'f' });
  expect((await readShown('ada')).map(({ state }) => state.kind)).toEqual(['waiting']);
});

test('a backup made after a discard becomes a draft beside the discarded text', async () => {
  await using _ = openDevice();
  const { backUp, applyEvent, readShown, sweepRecords } = await loadStore();
  for (const [id, event] of [
    ['a', { kind: 'released', hold: 'login' }],
    ['b', undefined],
  ] as const) {
    await applyEvent(id, typed('thought better of'), start(id));
    const { record = start(id) } = (await applyEvent(id, { kind: 'discarded' })) ?? {};
    await backUp(record, { text: text('last words'), from: blank, rev: 2, form: 'f' });
    await (event ? applyEvent(id, event) : sweepRecords());
  }
  const texts = (await readShown('ada')).map(({ record, state }) => [record.draft?.text.content, state.kind]);
  expect(texts.toSorted()).toEqual([
    ['last words', 'draft'],
    ['last words', 'draft'],
    ['thought better of', 'discarded'],
    ['thought better of', 'discarded'],
  ]);
});

test("a backup for a deleted post becomes the draft of the post's successor", async () => {
  await using device = openDevice();
  const { backUp, applyEvent, readShown, sweepRecords } = await loadStore();
  const opened = await applyEvent('a', submitted('first'), start('a'));
  const due = await applyEvent('a', { kind: 'due' });
  await applyEvent('a', { kind: 'gone', key: due?.record.pending?.key ?? '' });
  await backUp(opened?.record ?? start('a'), { text: text('first, and last'), from: text('first'), rev: 3, form: 'f' });
  await applyEvent('a', { kind: 'released', hold: 'login' });
  const shown = async () => (await readShown('ada')).map(({ record }) => record.draft?.text);
  expect(await shown()).toEqual([text('first, and last')]);
  await sweepRecords();
  expect(await shown()).toEqual([text('first, and last')]);
  expect(await device.records()).not.toContain('post-backup/');
});

test('a form does not overwrite a later draft of another form', async () => {
  await using _ = openDevice();
  const { applyEvent, readPostRecord } = await loadStore();
  await applyEvent('a', { ...typed('of B'), form: 'B' }, start('a'));
  const late = await applyEvent('a', { ...typed('of A', 2), form: 'A' }, start('a'));
  expect(late?.record.forms).toEqual([{ form: 'B', rev: 1 }]);
  await applyEvent('a', { ...submitted('of A', 3), form: 'A' }, start('a'));
  expect(await readPostRecord('a')).toEqual({
    ...start('a'),
    rev: 1,
    forms: [{ form: 'B', rev: 1 }],
    changedAt: expect.any(Number),
    draft: { text: text('of B'), from: blank },
  });
  await applyEvent('a', { ...typed('of B, too', 2), form: 'B' }, start('a'));
  expect((await readPostRecord('a'))?.draft?.text).toEqual(text('of B, too'));
});

const textsOf = async () => {
  const { readAllRecords } = await loadStore();
  return (await readAllRecords()).map(({ draft }) => draft?.text.content).sort();
};

test('backups of two forms for one record become two drafts', async () => {
  await using device = openDevice();
  const { backUp, applyEvent, readPostRecord, sweepRecords } = await loadStore();
  await backUp(start('a'), { ...typed('of A', 2), form: 'A' });
  await backUp(start('a'), { ...typed('of B', 1), form: 'B' });
  expect(await textsOf()).toEqual(['of A', 'of B']);
  const first = await readPostRecord('a');
  await applyEvent('a', { kind: 'released', hold: 'login' });
  expect(await readPostRecord('a')).toMatchObject({ draft: first?.draft });
  expect(await textsOf()).toEqual(['of A', 'of B']);
  await sweepRecords();
  expect(await textsOf()).toEqual(['of A', 'of B']);
  expect(await device.records()).not.toContain('post-backup/');
});

test.each([
  ['another draft', { kind: 'typed', text: text('other'), from: text('one'), rev: 1, form: 'g' }],
  ['a newer version', { kind: 'read', version: { etag: 'v2', text: text('two') } }],
] as const)('beside %s, restores an edit that began while the database hung', async (_, event) => {
  await using __ = openDevice();
  const { backUp, applyEvent, readShown, sweepRecords } = await loadStore();
  const base = { etag: 'v1', text: text('one') };
  await applyEvent('p', event, { ...start('p'), postId: 'p', base });
  const unread = { ...start('p'), postId: 'p', base, rev: -1_000 };
  await backUp(unread, { text: text('mine'), from: text('one'), rev: -999, form: 'h', userId: 'ada' });
  const kept = async () => (await readShown('ada')).map(({ record }) => record.draft?.text.content);
  expect(await kept()).toContain('mine');
  await sweepRecords();
  expect(await kept()).toContain('mine');
});

test('removing an account removes even backups in records without an author', async () => {
  await using device = openDevice();
  const { backUp, removeRecordsOf } = await loadStore();
  const { backUpInTab } = await import('../../src/writing/record/tab-backup.ts');
  const { removeDeviceWriting } = await import('../../src/writing/record/device-writing.ts');
  const nobodys = newRecord('a', null);
  await backUp(nobodys, { ...typed('of Ada'), userId: 'ada' });
  await backUp(newRecord('b', null), typed('of nobody'));
  await removeRecordsOf('ada');
  expect(await textsOf()).toEqual(['of nobody']);
  expect(await device.records()).not.toContain('of Ada');
  backUpInTab({ start: nobodys, typed: { ...typed('of Ada'), userId: 'ada' } });
  backUpInTab({ start: newRecord('b', null), typed: typed('of nobody') });
  await removeDeviceWriting('ada');
  expect(Object.keys(sessionStorage)).toEqual(['post-backup/b']);
});

test("the successor's draft builds on a blank text, not on the deleted post", async () => {
  await using _ = openDevice();
  const { backUp, applyEvent, readPostRecord, readAllRecords } = await loadStore();
  const base = { etag: '"1"', text: text('published') };
  const opened = { ...start('a'), postId: 'p', base };
  await applyEvent('a', { ...submitted('edited', 1), from: base.text }, opened);
  const due = await applyEvent('a', { kind: 'due' });
  const gone = await applyEvent('a', { kind: 'gone', key: due?.record.pending?.key ?? '' });
  const successor = gone?.record.successor ?? '';
  await applyEvent(successor, { kind: 'discarded' });
  await backUp(opened, { ...typed('edited, more', 2), from: base.text });
  const all = await readAllRecords();
  expect(all.find(({ id }) => id === successor)).toMatchObject({ draft: { from: blank } });
  await applyEvent('a', { ...typed('edited, more', 2), from: base.text, decidedOn: base.text }, opened);
  expect((await readPostRecord(successor))?.draft).toEqual({ text: text('edited, more'), from: blank });
});

test('two tabs that edit a post create the same record, with the id of the post', async () => {
  await using _ = openDevice();
  const { applyEvent, readAllRecords, ...store } = await loadStore();
  const recordForPost = async (of: Post, userId: string) => store.recordForPost(await readAllRecords(), of, userId);
  const post = { _id: 'p', title: '', imgUrl: '', content: 'published', etag: '"v1"', version: 1 };
  const [one, other] = await Promise.all([1, 2].map(() => recordForPost(post, 'ada')));
  expect(one).toEqual(other);
  expect(one).toMatchObject({ id: 'p', postId: 'p', base: { etag: '"v1"', text: text('published') } });
  await applyEvent('p', { ...typed('edited'), from: text('published') }, one);
  expect(await recordForPost(post, 'ada')).toMatchObject({ draft: { text: text('edited') } });
  expect(await recordForPost({ ...post, etag: undefined }, 'bob')).toMatchObject({ base: { etag: '' } });
});

test('a sweep removes the oldest of 22 finished records, even if a backup of it exists', async () => {
  await using _ = openDevice();
  const { backUp, applyEvent, readPostRecord, sweepRecords } = await loadStore();
  using clock = vi.spyOn(Date, 'now');
  for (let n = 0; n < 22; n += 1) {
    clock.mockReturnValue(n + 1);
    await applyEvent(`r${n}`, typed(''), start(`r${n}`));
  }
  await applyEvent('draft', typed('kept'), start('draft'));
  await backUp(start('r0'), { text: text('old'), from: blank, rev: 1, form: 'f' });
  await sweepRecords(60 * 24 * 60 * 60 * 1000);
  expect(await readPostRecord('r0')).toBeUndefined();
  expect(await readPostRecord('r21')).toBeDefined();
  expect((await readPostRecord('draft'))?.draft?.text).toEqual(text('kept'));
});
