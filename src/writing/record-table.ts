import { isSameText, type NewPost } from '../contract/posts.ts';
import { mergeTexts } from '../data/edits/merge-texts.ts';
import {
  blank,
  type Draft,
  liveDraftOf,
  mayHaveArrived,
  newRecord,
  type PostRecord,
  type SeenPosts,
  type Submission,
  topOf,
  type Version,
} from './post-record.ts';

/** What may happen to a record, with what comes along. `key` is that of the call that was answered. */
interface Events {
  /** `from`: the text that the form began with. `rev`: the number of this save. */
  typed: Typed;
  /** `decidedOn`: the newest submitted text that the author has just merged this one with. */
  submitted: Typed & { userId: string; decidedOn?: NewPost | undefined };
  /** The sender's turn. `seen`: at a backend without keys. */
  due: { seen?: SeenPosts | undefined };
  /** `version` is the one that the call made, now or earlier. */
  done: { key: string; etag: string; postId?: string | undefined };
  /** Publishing was refused, as the record's key has made a post of another text. */
  'key used': { key: string; postId: string; first: Version };
  /**
   * The post has another version than the base. `isKnown`: whether the backend ever had the base. `made`: which of the
   * named calls have made a version.
   */
  moved: { key: string; current: Version; isKnown: boolean; made: string[] };
  /** The network failed, or 408, 429, 5xx, a redirect or a web page came back. */
  'no answer': { key: string };
  /** 401 or 403. */
  'login refused': object;
  /** Any other 4xx; with `image`, of that picture. */
  refused: { key: string; status: number; image?: string | undefined };
  /** 404 to an edit, or 410. */
  gone: { key: string };
  /** A backend without keys has the text of no call. */
  'not arrived': object;
  /** A backend without keys may have the text of a call: it has a new post that nobody knows, or does not list all. */
  'may have arrived': object;
  /** Its author publishes the pending text as a second post, at a backend that cannot edit. */
  'published too': object;
  /** Its author has logged in, or tries a refused text again. */
  released: { hold: 'login' | 'refused' };
  /** `on`: the ETag of the version that its author has seen beside the own text. */
  decided: { text: NewPost; on: string };
  cancelled: object;
  discarded: object;
  restored: object;
  deleted: object;
  read: { version: Version };
}

export interface Typed {
  text: NewPost;
  from?: NewPost | undefined;
  rev: number;
}

export type WritingEvent = { [Kind in keyof Events]: { kind: Kind } & Events[Kind] }[keyof Events];

/** What an event makes of a record. */
export interface Step {
  record: PostRecord;
  /** Records that are stored in the same transaction. */
  created?: PostRecord[];
  told?: Told;
}

export type Told =
  /** Both changed a paragraph, so the author decides. `of`: the draft at its submit, or first the pending text. */
  | { kind: 'decide'; of: 'draft' | 'pending'; ancestor?: NewPost | undefined; mine: NewPost; theirs: NewPost }
  /** The call to make now. */
  | { kind: 'call'; call: Submission }
  /** The post is gone; what was left of it is in the successor. */
  | { kind: 'gone'; successor: string };

/** New ids and keys, and the time in milliseconds since the epoch. */
export interface Fresh {
  id: () => string;
  now: number;
}

/** So many calls are in doubt at most: each is kept with its text and named in the next. */
export const mostUnanswered = 5;

type Rows = { [Kind in keyof Events]: (record: PostRecord, event: Events[Kind], fresh: Fresh) => Step };

/** Each row says what an event makes of a record. A row that does not apply returns the record as it is. */
export const table: Rows = {
  typed(record, { text, from, rev }) {
    if (rev <= record.rev) return { record };
    const began = liveDraftOf(record) ? record.draft?.from : from;
    const isUntouched = began !== undefined && isSameText(text, began) && !isOnlyCopy(record, text);
    return { record: { ...record, rev, draft: isUntouched ? undefined : { text, from: began } } };
  },

  submitted(record, { text, from, rev, userId, decidedOn }, fresh) {
    if (rev <= record.rev) return { record };
    const began = decidedOn ?? (liveDraftOf(record) ? record.draft?.from : from);
    const kept: PostRecord = { ...record, rev, userId: record.userId ?? userId, draft: { text, from: began } };
    if (record.hold?.kind === 'conflict') return { record: kept, told: conflictOf(record) };
    const top = topOf(record);
    const isOnTop = began && (isSameText(began, top) || isOnlyCopy(record, began));
    const merged = isOnTop || isSameText(text, top) ? text : began && merge(began, text, top);
    if (!merged)
      return { record: kept, told: { kind: 'decide', of: 'draft', ancestor: began, mine: text, theirs: top } };
    const { record: next, ...copy } = withoutDelete(kept, fresh);
    const pending = textOf(fresh.id(), fresh.now, merged);
    return { record: { ...next, draft: undefined, hold: undefined, pending }, ...copy };
  },

  due(record, { seen }) {
    const { pending, unanswered, hold, base } = record;
    if (!pending || hold) return { record };
    if (base?.etag === '' && pending.kind === 'text') {
      const isThere = isSameText(pending.text, base.text);
      return { record: isThere ? { ...record, pending: undefined } : { ...record, hold: { kind: 'published' } } };
    }
    const isFull = pending.kind === 'text' && unanswered.length >= mostUnanswered && !callOf(record, pending.key);
    const next = (isFull && unanswered.findLast(({ kind }) => kind === 'text')) || pending;
    const call = seen && next.kind === 'text' ? { ...next, seen } : next;
    const begun = callOf(record, next.key) ? unanswered : [...unanswered, call];
    return { record: { ...record, unanswered: begun }, told: { kind: 'call', call: next } };
  },

  done(record, { key, etag, postId }, fresh) {
    const call = callOf(record, key);
    if (!call) return { record };
    if (call.kind === 'delete') return table.gone(record, { key }, fresh);
    const next = confirmed(record, { etag, text: call.text }, postId);
    // The text was that of the base: no version was made, and an earlier call on this base may still arrive.
    const others = record.unanswered.filter((other) => other !== call);
    return { record: etag === record.base?.etag ? { ...next, unanswered: others, draft: record.draft } : next };
  },

  'key used': (record, { key, postId, first }) => ({
    record: callOf(record, key) ? confirmed(record, first, postId) : record,
  }),

  moved(record, { key, current, isKnown, made }, { id }) {
    if (!callOf(record, key)) return { record };
    const { pending, base, unanswered } = record;
    const arrived = unanswered.findLast((call) => made.includes(call.key));
    const ancestor = !isKnown ? undefined : arrived?.kind === 'text' ? arrived.text : base?.text;
    const next = {
      ...record,
      base: current,
      unanswered: [],
      draft: isKnown ? rested(record, ancestor) : adrift(record),
    };
    if (pending?.kind !== 'text') return { record: { ...next, pending: pending && { ...pending, key: id() } } };
    const isSame = isSameText(pending.text, current.text);
    const merged = isSame ? current.text : ancestor && merge(ancestor, pending.text, current.text);
    if (!merged) return { record: { ...next, hold: { kind: 'conflict', ancestor } } };
    if (isSameText(merged, current.text)) return { record: { ...next, pending: undefined } };
    return { record: { ...next, pending: { ...pending, key: id(), text: merged } } };
  },

  'no answer': (record) => ({ record }),

  'login refused': (record) => ({ record: { ...record, hold: record.pending && { kind: 'login' } } }),

  refused: (record, { key, status, image }) => ({
    record: record.pending?.key === key ? { ...record, hold: { kind: 'refused', status, image } } : record,
  }),

  gone(record, { key }, fresh) {
    return callOf(record, key) ? ended(record, fresh) : { record };
  },

  'not arrived': (record) => ({
    record: { ...record, unanswered: [], draft: rested(record, record.base?.text ?? blank) },
  }),

  'may have arrived': (record) => ({ record: { ...record, hold: record.pending && { kind: 'published' } } }),

  'published too'(record, _, { id, now }) {
    const { pending, hold, draft, userId, rev } = record;
    if (hold?.kind !== 'published' || pending?.kind !== 'text') return { record };
    const second = { ...newRecord(id(), userId), rev, changedAt: now, draft, pending: { ...pending, key: id() } };
    const first = { ...record, pending: undefined, hold: undefined, draft: undefined, unanswered: [] };
    return { record: first, created: [second] };
  },

  released: (record, { hold }) => ({
    record: record.hold?.kind === hold ? { ...record, hold: undefined } : record,
  }),

  decided(record, { text, on }, { id }) {
    const { pending, base, hold } = record;
    if (hold?.kind !== 'conflict' || !pending || base?.etag !== on) return { record };
    return { record: { ...record, hold: undefined, pending: textOf(id(), pending.at, text) } };
  },

  cancelled(record, _, fresh) {
    if (record.pending?.kind === 'delete') return withoutDelete(record, fresh);
    const { record: next, created } = withdrawn(record, fresh);
    return { record: created ? record : next };
  },

  discarded(record, _, fresh) {
    const { pending } = record;
    if (pending?.kind === 'delete') return withoutDelete(record, fresh);
    if (!pending && !liveDraftOf(record)) return { record };
    const { record: next, created = [] } = withdrawn(record, fresh);
    const discard = (each: PostRecord, wasPending: boolean): PostRecord => ({
      ...each,
      draft: each.draft && { ...each.draft, discarded: { at: fresh.now, wasPending } },
    });
    const wasPending = pending !== undefined && !liveDraftOf(record);
    return { record: discard(next, wasPending), created: created.map((each) => discard(each, false)) };
  },

  restored(record, _, fresh) {
    const { draft, userId, rev } = record;
    if (!draft?.discarded) return { record };
    const { discarded, ...live } = draft;
    if (!discarded.wasPending || userId === null) return { record: { ...record, draft: live } };
    return table.submitted({ ...record, draft: live }, { text: live.text, rev: rev + 1, userId }, fresh);
  },

  deleted(record, _, fresh) {
    if (!record.base || record.pending?.kind === 'delete') return { record };
    const { record: next, created } = withdrawn(record, fresh);
    const pending: Submission = { kind: 'delete', key: fresh.id(), at: fresh.now };
    return { record: { ...next, pending }, ...(created && { created }) };
  },

  read(record, { version }) {
    const { pending, draft, unanswered, base } = record;
    return { record: base && !pending && !draft && unanswered.length === 0 ? { ...record, base: version } : record };
  },
};

/** Plays a row of the table. Nothing happens any more to a record whose post is gone. */
export function play(record: PostRecord, event: WritingEvent, fresh: Fresh): Step {
  if (record.successor !== undefined) return { record };
  const row = table[event.kind] as (record: PostRecord, event: WritingEvent, fresh: Fresh) => Step;
  const step = row(record, event, fresh);
  return step.record === record ? step : { ...step, record: { ...step.record, changedAt: fresh.now } };
}

/** Returns both changes of `ancestor`; `undefined` where both changed a paragraph. */
function merge(ancestor: NewPost, mine: NewPost, theirs: NewPost): NewPost | undefined {
  const merged = mergeTexts(ancestor, mine, theirs);
  return merged.kind === 'merged' ? merged.post : undefined;
}

const textOf = (key: string, at: number, text: NewPost): Submission => ({ kind: 'text', key, at, text });

const callOf = ({ unanswered }: PostRecord, key: string): Submission | undefined =>
  unanswered.find((call) => call.key === key);

/** Whether nothing that waits to be sent has the text, and it is not known whether the backend has it. */
const isOnlyCopy = (record: PostRecord, text: NewPost): boolean =>
  record.pending?.kind !== 'text' && mayHaveArrived(record, text);

/** The backend has this version, and each unanswered call is settled by that. */
function confirmed(record: PostRecord, version: Version, postId = record.postId): PostRecord {
  const { pending } = record;
  const isDone = pending?.kind === 'text' && isSameText(pending.text, version.text);
  const draft = rested(record, version.text);
  const next = { ...record, postId, base: version, unanswered: [], draft };
  return isDone ? { ...next, pending: undefined, hold: undefined } : next;
}

/**
 * A draft above the base, or above calls whose fate was unknown, is above what has arrived, now that it is known. A draft
 * above a pending text stays there.
 */
function rested(record: PostRecord, arrived: NewPost | undefined): Draft | undefined {
  const { draft, pending } = record;
  if (!draft?.from || pending?.kind === 'text') return draft;
  return isOnLine(record, draft.from) ? { ...draft, from: arrived } : draft;
}

/** Whether the text is that of the base, or of a call on it. */
const isOnLine = (record: PostRecord, text: NewPost): boolean =>
  mayHaveArrived(record, text) || isSameText(text, record.base?.text ?? blank);

/** After a restore from a backup a draft no longer knows what it began with. */
const adrift = ({ draft, pending }: PostRecord): Draft | undefined =>
  pending?.kind === 'text' ? draft : draft && { ...draft, from: undefined };

function conflictOf({ pending, base, hold }: PostRecord): Told {
  const ancestor = hold?.kind === 'conflict' ? hold.ancestor : undefined;
  const mine = pending?.kind === 'text' ? pending.text : blank;
  return { kind: 'decide', of: 'pending', ancestor, mine, theirs: base?.text ?? blank };
}

/**
 * Takes the pending text back into the draft, or out from below it. A draft that began with another text and cannot be
 * moved leaves the pending text in a record of its own.
 */
function withdrawn(record: PostRecord, fresh: Fresh): Step {
  const { pending, hold, unanswered, base } = record;
  const rest: PostRecord = { ...record, pending: undefined, hold: undefined };
  if (pending?.kind !== 'text') return { record: rest };
  const { text } = pending;
  const last = unanswered.findLast((call) => call.kind === 'text');
  const below = mayHaveArrived(record, text) ? text : (last?.text ?? base?.text ?? blank);
  const from = hold?.kind === 'conflict' ? hold.ancestor : below;
  const draft = liveDraftOf(record);
  if (!draft) return { record: { ...rest, draft: { text, from } } };
  if (draft.from && isSameText(draft.from, text)) return { record: { ...rest, draft: { ...draft, from } } };
  return { record: rest, created: [draftOf(record, fresh, { text, from: blank })] };
}

/** Takes back a delete. If it may have arrived, the text of the post is kept, as nobody may ever ask for the post again. */
function withoutDelete(record: PostRecord, fresh: Fresh): Step {
  const { pending, base } = record;
  if (pending?.kind !== 'delete') return { record };
  const next: PostRecord = { ...record, pending: undefined, hold: undefined };
  if (!base || !callOf(record, pending.key)) return { record: next };
  return { record: next, created: [draftOf(record, fresh, { text: base.text, from: blank, origin: 'deleted post' })] };
}

/** The post is gone. What its author had typed or submitted becomes a draft, and so does the text of a deleted post. */
function ended(record: PostRecord, fresh: Fresh): Step {
  const { pending, base } = record;
  const { record: left, created = [] } = withdrawn(record, fresh);
  const { draft } = left;
  const drafts: Draft[] = draft ? [{ ...draft, from: blank, origin: 'edit of a deleted post' }] : [];
  const hasBase = liveDraftOf(left) && draft?.from && isOnLine(record, draft.from);
  if (pending?.kind === 'delete' && base && !hasBase)
    drafts.push({ text: base.text, from: blank, origin: 'deleted post' });
  const records = drafts.map((each) => draftOf(record, fresh, each));
  const successor = records[0]?.id ?? fresh.id();
  return {
    record: { ...newRecord(record.id, record.userId), rev: record.rev, successor },
    created: [...records, ...created],
    ...(pending?.kind !== 'delete' && { told: { kind: 'gone', successor } }),
  };
}

const draftOf = ({ userId, rev }: PostRecord, { id, now }: Fresh, draft: Draft): PostRecord => ({
  ...newRecord(id(), userId),
  rev,
  changedAt: now,
  draft,
});
