// @vitest-environment node
import { expect, test } from 'vitest';
import type { NewPost } from '../../src/contract/posts.ts';
import {
  blank,
  liveDraftOf,
  newestSubmittedText,
  newRecord,
  type PostRecord,
  type Submission,
  type Version,
} from '../../src/writing/record/post-record.ts';
import type { Fresh, Step, WritingEvent } from '../../src/writing/record/record-events.ts';
import { afterRetention, mayBeSeenBy, stateOf } from '../../src/writing/record/record-state.ts';
import { maxUnanswered, play } from '../../src/writing/record/record-table.ts';

const text = (...paragraphs: string[]) => ({ ...blank, title: 'Title', content: paragraphs.join('\n\n') });
const version = (etag: string, ...paragraphs: string[]): Version => ({ etag, text: text(...paragraphs) });
const sub = (key: string, ...paragraphs: string[]): Submission & { kind: 'text' } => ({
  kind: 'text',
  key,
  at: 1,
  text: text(...paragraphs),
});
const erase: Submission = { kind: 'delete', key: 'del', at: 1 };

const base = version('v1', 'one', 'two');
const unpublished = newRecord('r', 'ada');
const published: PostRecord = { ...unpublished, postId: 'p', base };
const mine = sub('k1', 'ONE', 'two');
const sent: PostRecord = { ...published, pending: mine, unanswered: [mine] };

/** Returns the texts of a conflict, and the etag of the record's base. */
const choice = (ancestor: NewPost | undefined, mine: NewPost, theirs: NewPost, on: string) =>
  ({ ancestor, mine, theirs, on }) as const;

function after(record: PostRecord, ...events: WritingEvent[]): Step {
  let ids = 0;
  const id = () => {
    ids += 1;
    return `id${ids}`;
  };
  const fresh: Fresh = { id, now: 7 };
  let step: Step = { record };
  for (const event of events) step = play(step.record, event, fresh);
  return step;
}

const typed = (what: typeof blank, from?: typeof blank, rev = 1) =>
  ({ kind: 'typed', text: what, from, rev, form: 'f' }) as const;
const submitted = (what: typeof blank, from?: typeof blank, rev = 2) =>
  ({ kind: 'submitted', text: what, from, rev, form: 'f', userId: 'ada' }) as const;
const mismatch = (current: Version, part: { isKnown?: boolean; made?: string[] } = {}) => ({
  kind: 'version mismatch' as const,
  key: 'k1',
  current,
  isKnown: true,
  made: [],
  ...part,
});

test('typed: the draft stores the typed text and the text that its form began with', () => {
  expect(after(published, typed(text('ONE'), base.text)).record).toMatchObject({
    rev: 1,
    draft: { text: text('ONE'), from: base.text },
    changedAt: 7,
  });
});

test('typed: typing the text that the form began with removes the draft', () => {
  const { record } = after(published, typed(text('ONE'), base.text), typed(base.text, base.text, 2));
  expect(record.draft).toBeUndefined();
  expect(stateOf(record)).toEqual({ kind: 'done' });
});

test('typed: a text whose cancelled call may have arrived stays a draft', () => {
  const { record } = after(sent, { kind: 'cancelled' }, typed(mine.text, mine.text));
  expect(record.draft).toEqual({ text: mine.text, from: mine.text });
});

test('typed: a draft without an author becomes the draft of the user who edits it', () => {
  const anonymous = after({ ...unpublished, userId: null }, typed(text('x'), blank)).record;
  expect(anonymous.userId).toBeNull();
  expect(after(anonymous, { ...typed(text('xy'), blank, 2), userId: 'ada' }).record.userId).toBe('ada');
  expect(after(unpublished, { ...typed(text('x'), blank), userId: 'bob' }).record.userId).toBe('ada');
});

test('typed and submitted: the record lists the last ten forms that changed it', () => {
  const writes = ['a', 'b', 'b'].map((form, index) => ({ ...typed(text(`${index}`), blank, index + 1), form }));
  const { record } = after(unpublished, ...writes);
  expect(record.forms).toEqual([
    { form: 'a', rev: 1 },
    { form: 'b', rev: 3 },
  ]);
  expect(after(record, { ...writes[0], form: 'c' } as WritingEvent).record.forms).toBe(record.forms);
  const more = Array.from({ length: 10 }, (_, n) => ({ ...typed(text(`${n}`), blank, n + 4), form: `f${n}` }));
  const { forms } = after(record, ...more, { ...submitted(text('9'), blank, 20), form: 'b' }).record;
  expect(forms).toHaveLength(10);
  expect([forms[0], forms.at(-1)]).toEqual([
    { form: 'f1', rev: 5 },
    { form: 'b', rev: 20 },
  ]);
});

test('typed and submitted: a form cannot overwrite a later change of another form', () => {
  const other = { ...typed(text('theirs'), blank), form: 'g' };
  const began = after({ ...unpublished, rev: 3, draft: { text: text('before'), from: blank } }, { ...other, rev: 4 });
  for (const event of [typed(text('mine'), blank, 5), submitted(text('mine'), blank, 5)])
    for (const forms of [[], [{ form: 'h', rev: 4 }], [{ form: 'g', rev: 3 }]])
      expect(after(began.record, { ...event, began: forms }).record).toBe(began.record);
  expect(after(began.record, { ...other, rev: 5, began: [] }).record.rev).toBe(5);
  const hasSeen = { ...typed(text('mine'), blank, 5), began: [{ form: 'g', rev: 4 }] };
  expect(after(began.record, hasSeen).record.rev).toBe(5);
});

test('submitted: a draft without an author becomes pending for the user who submits it', () => {
  const { record } = after({ ...unpublished, userId: null }, typed(text('new'), blank), submitted(text('new'), blank));
  expect(record).toMatchObject({ userId: 'ada', pending: { kind: 'text', key: 'id1', at: 7, text: text('new') } });
  expect(record.draft).toBeUndefined();
});

test('submitted: on a conflict, the text stays a draft until the author decides', () => {
  const { record, told } = after(sent, submitted(text('1', 'two'), base.text));
  expect(told).toEqual({ kind: 'decide', of: 'draft', ...choice(base.text, text('1', 'two'), mine.text, 'v1') });
  expect(record).toMatchObject({ pending: mine, draft: { text: text('1', 'two'), from: base.text } });
  const decided = after(record, { ...submitted(text('1 ONE', 'two'), base.text, 3), decidedOn: mine.text });
  expect(decided.record.pending).toMatchObject({ text: text('1 ONE', 'two') });
});

test('submitted: the text stays a draft while the pending text is in conflict', () => {
  const held: PostRecord = { ...published, pending: mine, hold: { kind: 'conflict', ancestor: text('1', 'two') } };
  const { record, told } = after(held, submitted(text('ONE', 'TWO'), mine.text));
  expect(told).toEqual({ kind: 'decide', of: 'pending', ...choice(text('1', 'two'), mine.text, base.text, 'v1') });
  expect(record.draft?.text).toEqual(text('ONE', 'TWO'));
});

test('tried: the call is stored as unanswered before it is made, and the draft stays', () => {
  const draft = { text: text('one'), from: blank };
  const { record, told } = after({ ...unpublished, userId: null, draft }, { kind: 'tried', text: draft.text });
  const call = { kind: 'text', key: 'id1', at: 7, text: draft.text };
  expect([record, told]).toMatchObject([
    { userId: null, unanswered: [call], draft },
    { kind: 'call', call },
  ]);
  expect(record.pending).toBeUndefined();
  const twice = after({ ...record, userId: null }, { kind: 'tried', text: draft.text }).record;
  expect(twice.unanswered).toHaveLength(2);
});

test('tried and done: the answer removes a draft that equals the sent text', () => {
  const draft = { text: text('one'), from: blank };
  const tried = after({ ...unpublished, userId: null, draft }, { kind: 'tried', text: draft.text }).record;
  const done = { kind: 'done', key: 'id1', etag: 'v1', number: 1, postId: 'p' } as const;
  const { record } = after(tried, done);
  expect(record).toMatchObject({ postId: 'p', base: { etag: 'v1', number: 1, text: draft.text }, unanswered: [] });
  expect(stateOf(record)).toEqual({ kind: 'done' });
  const typedOn = after(tried, typed(text('one', 'more')), done).record;
  expect(typedOn.draft).toEqual({ text: text('one', 'more'), from: draft.text });
  const discarded = after(tried, { kind: 'discarded' }, done, { kind: 'restored' }).record;
  expect(discarded.draft?.text).toEqual(draft.text);
});

test('submitted: a text that equals the published version is not sent', () => {
  const { record, told } = after(published, submitted(base.text, base.text));
  expect([stateOf(record), told]).toEqual([{ kind: 'done' }, undefined]);
  // The author submits the base's text again, before the edit was sent.
  const edited = { ...published, pending: mine };
  expect(stateOf(after(edited, submitted(base.text, mine.text)).record)).toEqual({ kind: 'done' });
});

test('submitted: a text equal to the base is sent if the author chose it in a conflict', () => {
  const held: PostRecord = { ...published, pending: mine, hold: { kind: 'conflict' } };
  const decided = { kind: 'decided', text: base.text, on: 'v1', next: 'save' } as const;
  const { record } = after(held, decided, submitted(mine.text, mine.text));
  expect(record.pending).toMatchObject({ text: base.text });
});

test('submitted: a text equal to the base is sent if an earlier edit is unanswered', () => {
  const { record } = after(sent, submitted(base.text, mine.text));
  expect(record.pending).toMatchObject({ text: base.text });
});

test('discarded and restored: a text equal to the published version is removed', () => {
  const discarded = { text: base.text, from: blank, discarded: { at: 1, wasPending: true } };
  const { record, created } = after({ ...published, draft: discarded }, { kind: 'restored' });
  expect([stateOf(record), created]).toEqual([{ kind: 'done' }, undefined]);
});

test.each<[string, PostRecord]>([
  ['nothing is pending', published],
  ['the text waits for a login', { ...published, pending: mine, hold: { kind: 'login', status: 401 } }],
])('due: makes no call if %s', (_, record) => {
  expect(after(record, { kind: 'due' })).toEqual({ record });
});

test('due: with too many unanswered calls, repeats the last of them before a new call', () => {
  const unanswered = Array.from({ length: maxUnanswered }, (_, n) => sub(`u${n}`, `${n}`));
  const { record, told } = after({ ...published, unanswered, pending: mine }, { kind: 'due' });
  expect(told).toEqual({ kind: 'call', call: unanswered.at(-1) });
  expect(record.unanswered).toMatchObject(unanswered);
});

test('due: if a repeated unanswered call is refused, the pending text is sent', () => {
  const unanswered = Array.from({ length: maxUnanswered }, (_, n) => sub(`u${n}`, `${n}`));
  const full = { ...published, unanswered, pending: mine };
  const refused = { kind: 'refused', key: 'u4', status: 422 } as const;
  const { told, record } = after(full, { kind: 'due' }, refused, { kind: 'due' });
  expect(told).toEqual({ kind: 'call', call: mine });
  expect(record.hold).toBeUndefined();
});

test("done: the call's text becomes the base, and nothing is pending", () => {
  const { record } = after(sent, { kind: 'done', key: 'k1', etag: 'v2' });
  expect(record).toMatchObject({ base: { etag: 'v2', text: mine.text }, unanswered: [], postId: 'p' });
  expect(record.pending).toBeUndefined();
});

test("done: an earlier text that the backend stored becomes the pending text's base", () => {
  const fixed = sub('k1', 'fixed');
  const { record } = after(
    { ...unpublished, pending: fixed, unanswered: [sub('k0', 'first'), fixed] },
    { kind: 'done', key: 'k1', postId: 'p', ...version('v1', 'first') },
  );
  expect(record).toMatchObject({ postId: 'p', base: version('v1', 'first'), unanswered: [], pending: fixed });
});

test('done: an answer with a text that this device has not sent is a conflict', () => {
  const unknown = { kind: 'done', key: 'k1', postId: 'p', ...version('v1', 'one', 'later') } as const;
  const waiting: PostRecord = { ...unpublished, pending: sub('k1', 'one'), unanswered: [sub('k1', 'one')] };
  const { record } = after(waiting, unknown);
  expect(record).toMatchObject({ postId: 'p', base: version('v1', 'one', 'later'), unanswered: [] });
  expect(stateOf(record)).toEqual({ kind: 'conflict', ...choice(undefined, text('one'), text('one', 'later'), 'v1') });
  const drafted = { ...waiting, pending: undefined, draft: { text: text('one!'), from: text('one') } };
  const above = after(drafted, unknown).record;
  expect(above.draft).toEqual({ text: text('one!'), from: undefined });
  expect(after(above, submitted(text('one!'))).told).toMatchObject({ kind: 'decide', ancestor: undefined });
});

test('done: an answer to an earlier call settles the record if it has the pending text', () => {
  const waiting: PostRecord = { ...unpublished, pending: sub('k1', 'one'), unanswered: [sub('k0', 'two')] };
  const { record } = after(waiting, { kind: 'done', key: 'k0', postId: 'p', ...version('v1', 'one') });
  expect(stateOf(record)).toEqual({ kind: 'done' });
});

test('version mismatch: the merge with the current version gets a new idempotency key', () => {
  const { record } = after(sent, mismatch(version('v2', 'one', 'TWO')));
  expect(record).toMatchObject({
    base: { etag: 'v2' },
    unanswered: [],
    pending: { key: 'id1', at: 1, text: text('ONE', 'TWO') },
  });
});

test('version mismatch: a text that the current version already has is not sent', () => {
  expect(after(sent, mismatch(version('v2', 'ONE', 'TWO'))).record.pending).toBeUndefined();
});

test('version mismatch: a conflict waits for the author', () => {
  const { record } = after(sent, mismatch(version('v2', '1', 'two')));
  expect(stateOf(record)).toEqual({ kind: 'conflict', ...choice(base.text, mine.text, text('1', 'two'), 'v2') });
});

test('version mismatch: if a restored server does not know the base, nothing is merged', () => {
  const { record } = after({ ...sent }, mismatch(version('v2', 'one', 'TWO'), { isKnown: false }));
  expect(record).toMatchObject({ pending: mine, hold: { kind: 'conflict', ancestor: undefined } });
  const drafted: PostRecord = { ...published, unanswered: [mine], draft: { text: text('x'), from: mine.text } };
  const lost = after(drafted, mismatch(version('v2', 'one'), { isKnown: false })).record;
  expect(lost.draft).toEqual({ text: text('x'), from: undefined });
  expect(after(lost, submitted(text('x'))).told).toMatchObject({ kind: 'decide', ancestor: undefined });
});

test('version mismatch: the draft builds on the sent text only if the server stored it', () => {
  const drafted: PostRecord = {
    ...published,
    unanswered: [mine],
    draft: { text: text('ONE!', 'two'), from: mine.text },
  };
  expect(after(drafted, mismatch(version('v2', 'one', 'TWO'))).record.draft?.from).toEqual(base.text);
  expect(after(drafted, mismatch(version('v2', 'ONE', 'two'), { made: ['k1'] })).record.draft?.from).toEqual(mine.text);
});

test('version mismatch: a delete is repeated for the current version', () => {
  const record: PostRecord = { ...published, pending: erase, unanswered: [erase] };
  const step = after(record, { ...mismatch(version('v2', 'other')), key: 'del' });
  expect(step.record).toMatchObject({ base: { etag: 'v2' }, unanswered: [], pending: { kind: 'delete', key: 'id1' } });
});

test('refused: a text refused with 401 waits for a login, and is sent after it', () => {
  const { record } = after(sent, { kind: 'refused', key: 'k1', status: 401, ofLogin: true });
  expect(stateOf(record)).toEqual({ kind: 'needs login' });
  expect(after(record, { kind: 'released', hold: 'login' }, { kind: 'due' }).told?.kind).toBe('call');
});

test('refused: a text refused with 413 waits until its author submits a correction', () => {
  const { record } = after(sent, { kind: 'refused', key: 'k1', status: 413 });
  expect(stateOf(record)).toEqual({ kind: 'refused', status: 413, image: undefined });
  const corrected = after(record, submitted(text('ONE.', 'two'), mine.text)).record;
  expect(corrected.hold).toBeUndefined();
  expect(corrected.pending).toMatchObject({ text: text('ONE.', 'two') });
});

const refusals = [
  { kind: 'refused', key: 'k1', status: 413 },
  { kind: 'refused', key: 'k1', status: 401, ofLogin: true },
] as const;

test.each(refusals)('$kind with $status: a call that was not repeated is no longer unanswered', (refusal) => {
  const earlier = sub('k0', 'one!');
  expect(after({ ...sent, unanswered: [earlier, mine] }, refusal).record.unanswered).toEqual([earlier]);
  expect(after(sent, refusal, { kind: 'cancelled' }).record.draft).toEqual({ text: mine.text, from: base.text });
});

test.each(refusals)('$kind with $status: a repeated call stays unanswered', (refusal) => {
  const { record } = after({ ...published, pending: mine }, { kind: 'due' }, { kind: 'due' }, refusal);
  expect(record.unanswered).toMatchObject([mine]);
});

test.each(refusals)("$kind with $status: if a picture is refused, the post's call stays unanswered", (refusal) => {
  const { record } = after(sent, { ...refusal, image: 'a.webp' });
  expect(record).toMatchObject({ unanswered: [mine], hold: { kind: expect.any(String) } });
});

test('refused: a draft built on the refused text builds on the previous text instead', () => {
  const draft = { text: text('ONE!', 'two'), from: mine.text };
  const [refusal] = refusals;
  const drafted: PostRecord = { ...published, unanswered: [mine], draft };
  expect(after(drafted, refusal).record.draft).toEqual({ ...draft, from: base.text });
  const earlier = sub('k0', 'one!');
  expect(after({ ...drafted, unanswered: [earlier, mine] }, refusal).record.draft?.from).toEqual(earlier.text);
  const again = { ...mine, key: 'k2' };
  expect(after({ ...drafted, unanswered: [mine, again] }, refusal).record.draft).toEqual(draft);
  expect(after({ ...drafted, pending: again }, refusal).record.draft).toEqual(draft);
});

test('refused: cancelling a refused delete keeps the post, and creates no draft', () => {
  const record: PostRecord = { ...published, pending: erase, unanswered: [erase] };
  const step = after(record, { kind: 'refused', key: 'del', status: 403 }, { kind: 'cancelled' });
  expect([stateOf(step.record), step.created]).toEqual([{ kind: 'done' }, undefined]);
});

test("gone: the newest text becomes a successor's draft, and the author is told", () => {
  const draft = { text: text('ONE', 'TWO'), from: mine.text };
  const { record, created, told } = after({ ...sent, draft, rev: 3 }, { kind: 'gone', key: 'k1' });
  expect(created).toMatchObject([
    { id: 'id1', rev: 3, userId: 'ada', draft: { text: draft.text, from: blank, origin: 'edit of a deleted post' } },
  ]);
  expect(told).toEqual({ kind: 'gone', successor: 'id1' });
  expect(record).toMatchObject({ id: 'r', successor: 'id1', unanswered: [] });
  expect(record.postId ?? record.base ?? record.pending ?? record.draft).toBeUndefined();
  expect(after(record, submitted(text('again'), blank, 9)).record).toBe(record);
});

test.each<WritingEvent>([
  { kind: 'done', key: 'k0', etag: 'v2' },
  { kind: 'gone', key: 'k0' },
  { ...mismatch(version('v2', 'x')), key: 'k0' },
])('$kind: an answer to a settled call changes nothing', (event) => {
  for (const record of [sent, published]) expect(after(record, event).record).toBe(record);
});

const seen = { ids: ['old'], isWhole: true, at: 1 };
const first = sub('k1', 'one');
const corrected = sub('k2', 'ONE');
const inDoubt: PostRecord = { ...unpublished, pending: corrected, unanswered: [{ ...first, seen }] };
const uneditable: PostRecord = { ...unpublished, base: version('', 'one'), pending: corrected };

test('due: without idempotency keys, the call records which posts existed before it', () => {
  const { record, told } = after({ ...unpublished, pending: first }, { kind: 'due', seen });
  expect(record).toMatchObject({ pending: first, unanswered: [{ key: 'k1', seen }] });
  expect(told).toMatchObject({ kind: 'call', call: { key: 'k1' } });
});

test('due: without idempotency keys, makes no call while another call is unanswered', () => {
  expect(after(inDoubt, { kind: 'due', seen })).toEqual({ record: inDoubt });
});

test.each([
  ['an edit waits for the author if the backend supports no edits', corrected, 'published'],
  ['an edit is done if the published post already has its text', sub('k2', 'one'), 'done'],
])('due: %s', (_, pending, kind) => {
  const { record, told } = after({ ...uneditable, pending }, { kind: 'due' });
  expect([stateOf(record), told]).toEqual([{ kind }, undefined]);
});

test('due: sends a delete even to a backend that supports no edits', () => {
  const { told } = after(uneditable, { kind: 'deleted' }, { kind: 'due' });
  expect(told).toMatchObject({ kind: 'call', call: { kind: 'delete' } });
});

test('not arrived: removes the unanswered calls, and bases the draft on a blank text', () => {
  const step = after({ ...inDoubt, pending: first }, { kind: 'cancelled' }, { kind: 'not arrived' });
  expect(step.record).toMatchObject({ unanswered: [], draft: { text: first.text, from: blank } });
});

test('published too: the pending text and its draft move to a record for a second post', () => {
  const draft = { text: text('1'), from: corrected.text };
  const { record, created } = after(
    { ...inDoubt, draft, rev: 4 },
    { kind: 'may have arrived' },
    { kind: 'published too' },
  );
  expect(stateOf(record)).toEqual({ kind: 'done' });
  expect(created).toEqual([
    { ...newRecord('id1', 'ada'), rev: 4, changedAt: 7, draft, pending: { ...corrected, key: 'id2' } },
  ]);
});

test('published too: changes only a record that is held as possibly published', () => {
  expect(after(sent, { kind: 'published too' })).toEqual({ record: sent });
});

test('released: ends only a hold for the reason that the event names', () => {
  const held: PostRecord = { ...sent, hold: { kind: 'refused', status: 413 } };
  expect(after(held, { kind: 'released', hold: 'login' }).record).toBe(held);
  expect(after(held, { kind: 'released', hold: 'refused' }).record.hold).toBeUndefined();
});

test('decided: a decision applies only to the version that the author saw', () => {
  const held: PostRecord = { ...published, pending: mine, hold: { kind: 'conflict' } };
  expect(after(held, { kind: 'decided', text: base.text, on: 'v1', next: 'save' }).record).toMatchObject({
    hold: undefined,
    pending: { key: 'id1', at: 1, text: base.text },
  });
  expect(after(held, { kind: 'decided', text: base.text, on: 'v0', next: 'save' }).record).toBe(held);
});

test('decided: a draft builds on the decision, and stays if the decision is cancelled', () => {
  const theirs = version('v2', 'other', 'two');
  const draft = { text: text('ONE', 'TWO'), from: mine.text };
  const held: PostRecord = { ...published, base: theirs, pending: mine, draft, hold: { kind: 'conflict' } };
  const decided = after(held, { kind: 'decided', text: text('both', 'two'), on: 'v2', next: 'save' });
  expect(decided.record.draft).toEqual({ text: text('both', 'TWO'), from: text('both', 'two') });
  expect(after(decided.record, { kind: 'cancelled' }).record).toMatchObject({
    pending: undefined,
    draft: { text: text('both', 'TWO'), from: theirs.text },
  });
});

test('cancelled: the text becomes a draft again, and its call stays unanswered', () => {
  expect(after({ ...published, pending: mine }, { kind: 'cancelled' }).record.draft).toEqual({
    text: mine.text,
    from: base.text,
  });
  const { record } = after(sent, { kind: 'cancelled' });
  expect(record).toMatchObject({ pending: undefined, unanswered: [mine], draft: { text: mine.text, from: mine.text } });
  expect(stateOf(record)).toEqual({ kind: 'draft' });
});

test('cancelled: a conflict keeps its ancestor, so that the author is asked again', () => {
  const held: PostRecord = { ...published, pending: mine, hold: { kind: 'conflict', ancestor: text('1', 'two') } };
  const { record } = after(held, { kind: 'cancelled' });
  expect(record.draft).toEqual({ text: mine.text, from: text('1', 'two') });
  expect(after(record, submitted(mine.text)).told?.kind).toBe('decide');
});

test("cancelled: a text stays pending if the record's draft was not built on it", () => {
  const record: PostRecord = { ...published, pending: mine, draft: { text: text('1', 'two'), from: base.text } };
  expect(after(record, { kind: 'cancelled' }).record).toBe(record);
});

test('discarded: also discards a pending text that the draft does not build on', () => {
  const draft = { text: text('1', 'two'), from: base.text };
  const { record, created } = after({ ...published, pending: mine, draft }, { kind: 'discarded' });
  const discarded = { at: 7, wasPending: false };
  expect(record).toMatchObject({ pending: undefined, draft: { ...draft, discarded } });
  expect(created).toMatchObject([{ userId: 'ada', draft: { text: mine.text, from: blank, discarded } }]);
});

test('discarded: a pending delete is undone, and a record without a text is unchanged', () => {
  expect(after({ ...published, pending: erase }, { kind: 'discarded' }).record.pending).toBeUndefined();
  expect(after(published, { kind: 'discarded' }, { kind: 'restored' }).record).toBe(published);
});

test('discarded and restored: a pending text is pending again', () => {
  const { record } = after({ ...published, pending: mine }, { kind: 'discarded' });
  expect([stateOf(record).kind, newestSubmittedText(record)]).toEqual(['discarded', base.text]);
  expect(after(record, { kind: 'restored' }).record).toMatchObject({ draft: undefined, pending: { text: mine.text } });
});

test('discarded: typing or submitting moves the discarded text to a new record', () => {
  const draft = { text: text('ONE'), from: base.text };
  const { record } = after({ ...published, draft, rev: 1 }, { kind: 'discarded' });
  for (const event of [typed(text('TWO'), base.text, 2), submitted(text('TWO'), base.text)]) {
    const step = after(record, event);
    expect(liveDraftOf(step.record)?.text ?? newestSubmittedText(step.record)).toEqual(text('TWO'));
    const aside = step.created?.[0] ?? unpublished;
    expect(step.created).toHaveLength(1);
    expect([aside.postId, aside.base, stateOf(aside).kind]).toEqual([undefined, undefined, 'discarded']);
    expect(after(aside, { kind: 'restored' }).record.draft).toEqual({ text: draft.text, from: blank });
  }
  expect(after(record, typed(base.text, base.text, 2)).created).toHaveLength(1);
  expect(after(record, typed(text('late'), base.text, 1)).created).toBeUndefined();
  expect(after(record, typed(text('ONE'), base.text, 2)).created).toBeUndefined();
});

test('deleted: the delete is pending, and a pending text becomes a draft', () => {
  const { record } = after({ ...published, pending: mine }, { kind: 'deleted' });
  expect(record).toMatchObject({
    pending: { kind: 'delete', key: 'id1' },
    draft: { text: mine.text, from: base.text },
  });
  expect(after(unpublished, { kind: 'deleted' }).record).toBe(unpublished);
});

test("deleted and gone: the post's text becomes a draft", () => {
  const step = after({ ...published, pending: erase, unanswered: [erase] }, { kind: 'gone', key: 'del' });
  expect(step.created).toMatchObject([{ draft: { text: base.text, origin: 'deleted post' } }]);
  expect(step.told).toBeUndefined();
});

test("deleted and gone: the successor has the post's text, not a discarded draft", () => {
  const draft = { text: text('ONE'), from: base.text };
  const waits = after({ ...published, draft }, { kind: 'discarded' }, { kind: 'deleted' }, { kind: 'due' }).record;
  const { record, created = [] } = after(waits, { kind: 'gone', key: waits.pending?.key ?? '' });
  expect(created.map((each) => stateOf(each).kind).toSorted()).toEqual(['discarded', 'draft']);
  expect(created.find(({ id }) => id === record.successor)?.draft?.text).toEqual(base.text);
});

test('deleted and cancelled: a delete that may have arrived leaves the text as a draft', () => {
  const step = after({ ...published, pending: erase, unanswered: [erase] }, { kind: 'cancelled' });
  expect(step.created).toMatchObject([{ draft: { text: base.text, origin: 'deleted post' } }]);
  expect(after({ ...published, pending: erase }, { kind: 'cancelled' }).created).toBeUndefined();
});

test('read: a newer version becomes the base only if the record has no text or call', () => {
  const event = { kind: 'read', version: version('v2', 'newer') } as const;
  expect(after(published, event).record.base).toEqual(event.version);
  for (const part of [{ pending: mine }, { unanswered: [mine] }, { draft: { text: text('x'), from: base.text } }])
    expect(after({ ...published, ...part }, event).record.base).toEqual(base);
});

test('read: a draft built on a version that a restored server lost ends in a conflict', () => {
  const began = { ...version('v3', 'one', 'lost'), number: 3 };
  const drafted = { ...published, base: began, draft: { text: text('ONE', 'lost'), from: began.text } };
  const since = { ...version('v4 after the restore', 'one', 'four'), number: 4 };
  const { record } = after(
    drafted,
    { kind: 'read', version: since },
    submitted(text('ONE', 'lost'), began.text),
    { kind: 'due' },
    { ...mismatch(since, { isKnown: false }), key: 'id1' },
  );
  expect(stateOf(record)).toMatchObject({ kind: 'conflict', mine: text('ONE', 'lost'), theirs: since.text });
});

test('every user sees a record without an author; only the author sees other records', () => {
  const anonymous = { ...unpublished, userId: null, draft: { text: text('x'), from: blank } };
  expect([mayBeSeenBy('bob', anonymous), mayBeSeenBy(null, anonymous)]).toEqual([true, true]);
  expect([mayBeSeenBy('bob', sent), mayBeSeenBy('ada', sent)]).toEqual([false, true]);
});

test('finished records last 30 days, discarded texts a day, and drafts for ever', () => {
  const day = 24 * 60 * 60 * 1000;
  expect(afterRetention(published, 31 * day)).toBeUndefined();
  expect(afterRetention(published, 29 * day)).toBe(published);
  const draft = { text: text('x'), from: blank };
  expect(afterRetention({ ...unpublished, draft }, 999 * day)).toMatchObject({ draft });
  expect(afterRetention(sent, 999 * day)).toBe(sent);
  const discarded = { ...unpublished, draft: { ...draft, discarded: { at: 0, wasPending: false } } };
  expect(afterRetention(discarded, 2 * day)?.draft).toBeUndefined();
  const deleted = { ...unpublished, draft: { ...draft, origin: 'deleted post' as const } };
  expect([afterRetention(deleted, 29 * day)?.draft, afterRetention(deleted, 31 * day)?.draft]).toEqual([
    deleted.draft,
    undefined,
  ]);
});
