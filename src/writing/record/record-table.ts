import { isSameText, type NewPost } from '../../contract/posts.ts';
import { applyDecisions, mergeTexts, placesIn } from '../../text/merge/merge-texts.ts';
import {
  blank,
  conflictOf,
  type Draft,
  liveDraftOf,
  mayHaveArrived,
  newRecord,
  type PostRecord,
  type SeenPosts,
  type Submission,
  type TextsInConflict,
  textsOf,
  topOf,
  type Version,
} from './post-record.ts';

/** The events of a record and their data. `key` is the key of the answered call. */
interface Events {
  /** `from`: the text that the form began with. `rev`: the number of this save. */
  typed: Typed;
  submitted: Typed & { userId: string };
  /** The draft is sent once, as nobody is logged in to send it later. */
  tried: { text: NewPost };
  /** The sender's turn. `seen`: at a backend without keys, where no call is in doubt. */
  due: { seen?: SeenPosts | undefined };
  /** The version that the call made, now or earlier. `text`: that of the version, where its key has made a post of another. */
  done: {
    key: string;
    etag: string;
    number?: number | undefined;
    postId?: string | undefined;
    text?: NewPost | undefined;
  };
  /**
   * The post has another version than the base. `isKnown`: whether the backend ever had the base. `made`: which of the
   * named calls have made a version.
   */
  'version mismatch': { key: string; current: Version; isKnown: boolean; made: string[] };
  refused: Refusal;
  /** The post is deleted: 404 or 410, or the answer to a delete. */
  gone: { key: string };
  /** A backend without keys has the text of no call. */
  'not arrived': object;
  /** A backend without keys may have the text of a call: it has a new post that nobody knows, or does not list all. */
  'may have arrived': object;
  /** Its author publishes the pending text as a second post, at a backend that cannot edit. */
  'published too': object;
  /** Its author has logged in, or tries a refused text again. */
  released: { hold: 'login' | 'refused' };
  /**
   * `on`: the ETag of the version that its author has seen beside the own text. `next`: it is sent, or its author goes on
   * with it in the form.
   */
  decided: { text: NewPost; on: string; next: 'save' | 'edit' };
  /** Another form goes on with the record than the one that had it. */
  'taken over': object;
  cancelled: object;
  discarded: object;
  restored: object;
  deleted: object;
  read: { version: Version };
}

/** `ofLogin`: the author's credential is refused. `image`: the picture that was refused; the text itself was not sent then. */
interface Refusal {
  key: string;
  status: number;
  ofLogin?: boolean;
  image?: string | undefined;
}

export interface Typed {
  text: NewPost;
  from?: NewPost | undefined;
  rev: number;
  /** Names the form. */
  form: string;
  /** The `forms` of the record that the form began with; absent where that is the record as it is. */
  began?: PostRecord['forms'] | undefined;
  /** The user who types. A text that was begun without a login becomes theirs. */
  userId?: string | null | undefined;
  /** The newest submitted text, which its author has merged this one with, and the `rev` of the form then. */
  decidedOn?: NewPost | undefined;
  decidedAt?: number | undefined;
}

export type WritingEvent = { [Kind in keyof Events]: { kind: Kind } & Events[Kind] }[keyof Events];

/** The result of an event. */
export interface Step {
  record: PostRecord;
  /** Records that are stored in the same transaction. */
  created?: PostRecord[];
  told?: Told;
}

export type Told =
  /** Both changed a paragraph, so the author decides. `of`: the draft at its submit, or first the pending text. */
  | ({ kind: 'decide'; of: 'draft' | 'pending' } & TextsInConflict)
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
export const mostInDoubt = 5;

type Rows = { [Kind in keyof Events]: (record: PostRecord, event: Events[Kind], fresh: Fresh) => Step };

/** Each row says what an event makes of a record. A row that does not apply returns the record as it is. */
export const table: Rows = {
  typed,

  submitted,

  // What the earlier form writes from now on becomes a draft of its own.
  'taken over': (record, _, { id }) => ({ record: written(record, { rev: record.rev + 1, form: id() }) }),

  tried(record, { text }, { id, now }) {
    const call = textCall(id(), now, text);
    return {
      record: { ...record, unanswered: [...record.unanswered, call].slice(-mostInDoubt) },
      told: { kind: 'call', call },
    };
  },

  due(record, { seen }) {
    const { pending, unanswered, hold, base } = record;
    if (!pending || hold) return { record };
    if (base?.etag === '' && pending.kind === 'text') {
      const isThere = isSameText(pending.text, base.text);
      return { record: isThere ? { ...record, pending: undefined } : { ...record, hold: { kind: 'published' } } };
    }
    // It was taken back and submitted anew since its backend was looked at: it is looked at again.
    if (seen && unanswered.length > 0) return { record };
    const isFull = pending.kind === 'text' && unanswered.length >= mostInDoubt && !callOf(record, pending.key);
    const next = (isFull && unanswered.findLast(({ kind }) => kind === 'text')) || pending;
    const call = seen && next.kind === 'text' ? { ...next, seen } : next;
    const again = unanswered.map((each) => (each.key === next.key ? { ...each, isRepeated: true } : each));
    const begun = callOf(record, next.key) ? again : [...unanswered, call];
    return { record: { ...record, unanswered: begun }, told: { kind: 'call', call: next } };
  },

  done(record, { key, etag, number, postId, text }) {
    const call = callOf(record, key);
    if (call?.kind !== 'text') return { record };
    const next = confirmed(record, { etag, number, text: text ?? call.text }, postId);
    // The text was that of the base: no version was made, and an earlier call on this base may still arrive.
    const unanswered = withoutCall(record, key);
    return { record: etag === record.base?.etag ? { ...next, unanswered, draft: record.draft } : next };
  },

  'version mismatch'(record, { key, current, isKnown, made }, { id }) {
    if (!callOf(record, key)) return { record };
    const { pending, base, unanswered } = record;
    const arrived = unanswered.findLast((call) => made.includes(call.key));
    const ancestor = !isKnown ? undefined : arrived?.kind === 'text' ? arrived.text : base?.text;
    const next = {
      ...record,
      base: current,
      unanswered: [],
      draft: isKnown ? rebasedDraft(record, ancestor) : withoutAncestor(record),
    };
    if (pending?.kind !== 'text') return { record: { ...next, pending: pending && { ...pending, key: id() } } };
    const isSame = isSameText(pending.text, current.text);
    const merged = isSame ? current.text : ancestor && merge(ancestor, pending.text, current.text);
    if (!merged) return { record: { ...next, hold: { kind: 'conflict', ancestor } } };
    if (isSameText(merged, current.text)) return { record: { ...next, pending: undefined } };
    return { record: { ...next, pending: { ...pending, key: id(), text: merged } } };
  },

  refused(record, refusal) {
    const { key, status, ofLogin, image } = refusal;
    const next = withoutRefused(record, refusal);
    if (next.pending && (ofLogin || next.pending.key === key))
      return { record: { ...next, hold: { kind: ofLogin ? 'login' : 'refused', status, image } } };
    // It goes before the pending text as long as too many calls are in doubt.
    const isInTheWay = next.pending && next.unanswered.length >= mostInDoubt;
    return { record: isInTheWay ? { ...next, unanswered: withoutCall(next, key) } : next };
  },

  gone: (record, { key }, fresh) => (callOf(record, key) ? ended(record, fresh) : { record }),

  'not arrived': (record) => ({
    record: { ...record, unanswered: [], draft: rebasedDraft(record, record.base?.text ?? blank) },
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

  decided(record, { text, on, next }, fresh) {
    const { pending, base, hold } = record;
    if (hold?.kind !== 'conflict' || !pending || base?.etag !== on) return { record };
    const mine = pending.kind === 'text' ? pending.text : undefined;
    const draft = liveDraftOf(record);
    // If both changed a paragraph, the author decides when the draft is submitted.
    const moved = mine && draft?.from && isSameText(draft.from, mine) ? merge(mine, draft.text, text) : undefined;
    const decided = {
      ...record,
      hold: undefined,
      pending: textCall(fresh.id(), pending.at, text),
      draft: moved ? { ...draft, text: moved, from: text } : record.draft,
    };
    return next === 'edit' ? table.cancelled(decided, {}, fresh) : { record: decided };
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
    return table.submitted(
      { ...record, draft: live },
      { text: live.text, rev: rev + 1, form: fresh.id(), userId },
      fresh,
    );
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

function typed(record: PostRecord, typed: Typed): Step {
  const { text, rev } = typed;
  if (isOfAnother(record, typed)) return { record };
  if (rev <= record.rev) return { record };
  const began = beganWith(record, typed);
  const isUntouched = began !== undefined && isSameText(text, began) && !isOnlyCopy(record, text);
  const draft = isUntouched ? undefined : { text, from: began };
  return { record: { ...written(record, typed), draft } };
}

/** Answers move what a draft builds on, so a decision counts once. */
function beganWith(record: PostRecord, { from, form, decidedOn, decidedAt }: Typed): NewPost | undefined {
  const isNew = decidedAt === undefined || !hasWords(record, { form, rev: decidedAt });
  if (decidedOn && isNew) return decidedOn;
  return liveDraftOf(record) ? record.draft?.from : from;
}

function submitted(record: PostRecord, typed: Events['submitted'], fresh: Fresh): Step {
  const { text, rev } = typed;
  if (rev <= record.rev || isOfAnother(record, typed)) return { record };
  const began = beganWith(record, typed);
  const kept: PostRecord = { ...written(record, typed), draft: { text, from: began } };
  if (record.hold?.kind === 'conflict')
    return { record: kept, told: { kind: 'decide', of: 'pending', ...conflictOf(record) } };
  const top = topOf(record);
  const isOnTop = began && (isSameText(began, top) || isOnlyCopy(record, began));
  const on = record.base?.etag ?? '';
  const merged = isOnTop || isSameText(text, top) ? text : began && merge(began, text, top);
  if (!merged)
    return { record: kept, told: { kind: 'decide', of: 'draft', ancestor: began, mine: text, theirs: top, on } };
  const { record: next, ...copy } = withoutDelete(kept, fresh);
  const pending = textCall(fresh.id(), fresh.now, merged);
  return { record: { ...next, draft: undefined, hold: undefined, pending }, ...copy };
}

/** Keeps a discarded draft for Undo, as a record of its own once another text is in its place. */
export function withoutDiscarded(record: PostRecord, step: Step, fresh: Fresh): Step {
  const { draft } = record;
  const left = [step.record, ...(step.created ?? [])].flatMap(textsOf);
  const isThere = left.some((text) => draft && isSameText(text, draft.text));
  if (!draft?.discarded || step.record === record || isThere) return step;
  const discarded = { ...draft.discarded, wasPending: false };
  const aside = draftOf(record, fresh, { ...draft, from: blank, discarded });
  return { ...step, created: [...(step.created ?? []), aside] };
}

/** Plays a row of the table. Nothing happens any more to a record whose post is gone. */
export function play(record: PostRecord, event: WritingEvent, fresh: Fresh): Step {
  const row = table[event.kind] as (record: PostRecord, event: WritingEvent, fresh: Fresh) => Step;
  return playRow(record, () => withoutDiscarded(record, row(record, event, fresh), fresh), fresh.now);
}

/** Plays what was typed, as a backup has it. The search's thread needs no other row. */
export const playTyped = (record: PostRecord, event: Typed, now: number): PostRecord =>
  playRow(record, () => typed(record, event), now).record;

function playRow(record: PostRecord, row: () => Step, now: number): Step {
  if (record.successor !== undefined) return { record };
  const step = row();
  return step.record === record ? step : { ...step, record: { ...step.record, changedAt: now } };
}

const mostForms = 10;

/** Whether the record has what the form has typed up to then. */
export const hasWords = ({ forms }: PostRecord, typed: Pick<Typed, 'form' | 'rev'>): boolean =>
  forms.some(({ form, rev }) => form === typed.form && rev >= typed.rev);

/** Whether another form has written since, whose words this one does not have: `rev` alone says nothing of whose they are. */
export function isOfAnother({ forms }: PostRecord, { form, began }: Typed): boolean {
  const last = forms.at(-1);
  if (!last || !began || last.form === form) return false;
  return !began.some((each) => each.form === last.form && each.rev >= last.rev);
}

/** Takes note of the form. */
const written = (
  record: PostRecord,
  { rev, form, userId = null }: Pick<Typed, 'rev' | 'form' | 'userId'>,
): PostRecord => ({
  ...record,
  rev,
  userId: record.userId ?? userId,
  forms: [...record.forms.filter((each) => each.form !== form), { form, rev }].slice(-mostForms),
});

/** Returns both changes of `ancestor`; `undefined` where both changed a paragraph. */
function merge(ancestor: NewPost, mine: NewPost, theirs: NewPost): NewPost | undefined {
  const parts = mergeTexts(ancestor, mine, theirs);
  return placesIn(parts).length === 0 ? applyDecisions(parts, []) : undefined;
}

const textCall = (key: string, at: number, text: NewPost): Submission => ({ kind: 'text', key, at, text });

const withoutCall = ({ unanswered }: PostRecord, key: string): Submission[] =>
  unanswered.filter((call) => call.key !== key);

const callOf = ({ unanswered }: PostRecord, key: string): Submission | undefined =>
  unanswered.find((call) => call.key === key);

/** Whether the text is that of a call in doubt which nothing sends again: then the draft alone keeps it. */
const isOnlyCopy = (record: PostRecord, text: NewPost): boolean =>
  record.pending?.kind !== 'text' && mayHaveArrived(record, text);

/** A call that was made once and refused has not arrived; one that was repeated may have, before the refusal. */
function withoutRefused(record: PostRecord, { key, image }: Refusal): PostRecord {
  const call = callOf(record, key);
  if (!call || call.isRepeated || image !== undefined) return record;
  const next = { ...record, unanswered: withoutCall(record, key) };
  const { draft, pending } = next;
  const isAbove = draft?.from && mayHaveArrived(record, draft.from) && !mayHaveArrived(next, draft.from);
  if (!isAbove || pending?.kind === 'text') return next;
  return { ...next, draft: { ...draft, from: newestSent(next) } };
}

/** The text of the last call that may have arrived, else that of the base. */
const newestSent = ({ unanswered, base }: PostRecord): NewPost =>
  unanswered.findLast((call) => call.kind === 'text')?.text ?? base?.text ?? blank;

/** The backend has this version, and each unanswered call is settled by that. */
function confirmed(record: PostRecord, version: Version, postId = record.postId): PostRecord {
  const { pending } = record;
  const isDone = pending?.kind === 'text' && isSameText(pending.text, version.text);
  const draft = rebasedDraft(record, version.text);
  const next = { ...record, postId, base: version, unanswered: [], draft };
  return isDone ? { ...next, pending: undefined, hold: undefined } : next;
}

/**
 * A draft above the base, or above calls whose fate was unknown, is above what has arrived, now that it is known. A draft
 * above a pending text stays there.
 */
function rebasedDraft(record: PostRecord, arrived: NewPost | undefined): Draft | undefined {
  const { draft, pending } = record;
  if (!draft?.from || pending?.kind === 'text') return draft;
  if (!isBaseOrUnanswered(record, draft.from)) return draft;
  // It was sent as it is.
  if (!draft.discarded && arrived && isSameText(draft.text, arrived)) return undefined;
  return { ...draft, from: arrived };
}

/** Whether the text is that of the base, or of a call on it. */
const isBaseOrUnanswered = (record: PostRecord, text: NewPost): boolean =>
  mayHaveArrived(record, text) || isSameText(text, record.base?.text ?? blank);

/** After a restore from a backup a draft no longer knows what it began with. */
const withoutAncestor = ({ draft, pending }: PostRecord): Draft | undefined =>
  pending?.kind === 'text' ? draft : draft && { ...draft, from: undefined };

/**
 * Takes the pending text back: into a draft, or, where a draft lies on it, out from below that. Where the draft lies on
 * another text, the pending one goes into a record of its own.
 */
function withdrawn(record: PostRecord, fresh: Fresh): Step {
  const { pending, hold } = record;
  const rest: PostRecord = { ...record, pending: undefined, hold: undefined };
  if (pending?.kind !== 'text') return { record: rest };
  const { text } = pending;
  const below = mayHaveArrived(record, text) ? text : newestSent(record);
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
  const hasBase = liveDraftOf(left) && draft?.from && isBaseOrUnanswered(record, draft.from);
  if (pending?.kind === 'delete' && base && !hasBase)
    drafts.push({ text: base.text, from: blank, origin: 'deleted post' });
  const records = drafts.map((each) => draftOf(record, fresh, each));
  const { id: successor = fresh.id() } = records.find(liveDraftOf) ?? records[0] ?? {};
  return {
    record: { ...newRecord(record.id, record.userId), rev: record.rev, forms: record.forms, successor },
    created: [...records, ...created],
    ...(pending?.kind !== 'delete' && { told: { kind: 'gone', successor } }),
  };
}

const draftOf = ({ userId, rev, forms }: PostRecord, { id, now }: Fresh, draft: Draft): PostRecord => ({
  ...newRecord(id(), userId),
  rev,
  forms,
  changedAt: now,
  draft,
});
