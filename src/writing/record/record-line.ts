import { isSameText, type NewPost } from '../../contract/posts.ts';
import { applyDecisions, mergeTexts, placesIn } from '../../text/merge/merge-texts.ts';
import {
  blank,
  type Draft,
  liveDraftOf,
  mayHaveArrived,
  newRecord,
  type PostRecord,
  type Submission,
  textsOf,
  type Version,
} from './post-record.ts';
import type { Fresh, Refusal, Step } from './record-events.ts';

/** Merges both changes of `ancestor`. Returns `undefined` if both changed the same paragraph. */
export function merge(ancestor: NewPost, mine: NewPost, theirs: NewPost): NewPost | undefined {
  const parts = mergeTexts(ancestor, mine, theirs);
  return placesIn(parts).length === 0 ? applyDecisions(parts, []) : undefined;
}

export const textCall = (key: string, at: number, text: NewPost): Submission => ({ kind: 'text', key, at, text });

export const withoutCall = ({ unanswered }: PostRecord, key: string): Submission[] =>
  unanswered.filter((call) => call.key !== key);

export const callOf = ({ unanswered }: PostRecord, key: string): Submission | undefined =>
  unanswered.find((call) => call.key === key);

/**
 * Returns whether the text was sent in an unanswered call that the sender will not repeat. If that call was lost, only
 * the draft has the text.
 */
export const isOnlyCopy = (record: PostRecord, text: NewPost): boolean =>
  record.pending?.kind !== 'text' && mayHaveArrived(record, text);

/** Removes a refused call, as it changed nothing. A repeated call stays: it may have arrived before the refusal. */
export function withoutRefused(record: PostRecord, { key, image }: Refusal): PostRecord {
  const call = callOf(record, key);
  if (!call || call.isRepeated || image !== undefined) return record;
  const next = { ...record, unanswered: withoutCall(record, key) };
  const { draft, pending } = next;
  const isAbove = draft?.from && mayHaveArrived(record, draft.from) && !mayHaveArrived(next, draft.from);
  if (!isAbove || pending?.kind === 'text') return next;
  return { ...next, draft: { ...draft, from: newestSent(next) } };
}

/** Returns the text of the last call that may have arrived, else the text of the base. */
const newestSent = ({ unanswered, base }: PostRecord): NewPost =>
  unanswered.findLast((call) => call.kind === 'text')?.text ?? base?.text ?? blank;

/** Replaces the base by a version that the backend has, and removes all unanswered calls. */
export function confirmed(record: PostRecord, version: Version, postId = record.postId): PostRecord {
  const { pending } = record;
  const isDone = pending?.kind === 'text' && isSameText(pending.text, version.text);
  const draft = rebasedDraft(record, version.text);
  const next = { ...record, postId, base: version, unanswered: [], draft };
  return isDone ? { ...next, pending: undefined, hold: undefined } : next;
}

/**
 * Returns the draft with `arrived` as its `from`, if it began from the base or from the text of an unanswered call. If
 * a text is pending, returns the draft unchanged.
 */
export function rebasedDraft(record: PostRecord, arrived: NewPost | undefined): Draft | undefined {
  const { draft, pending } = record;
  if (!draft?.from || pending?.kind === 'text') return draft;
  if (!isBaseOrUnanswered(record, draft.from)) return draft;
  // Drops the draft, because the backend already has its text.
  if (!draft.discarded && arrived && isSameText(draft.text, arrived)) return undefined;
  return { ...draft, from: arrived };
}

const isBaseOrUnanswered = (record: PostRecord, text: NewPost): boolean =>
  mayHaveArrived(record, text) || isSameText(text, record.base?.text ?? blank);

/** Returns the draft without its `from`, which is no common ancestor after a restore of the server or the device. */
export const withoutAncestor = ({ draft, pending }: PostRecord): Draft | undefined =>
  pending?.kind === 'text' ? draft : draft && { ...draft, from: undefined };

/**
 * Withdraws the pending text, which becomes the draft if there is none. A draft that began from the pending text gets
 * the last sent text as its `from`. If the draft began from another text, the pending text becomes a new record.
 */
export function withdrawn(record: PostRecord, fresh: Fresh): Step {
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

/**
 * Cancels a pending delete. If the delete may have arrived, also creates a draft with the text of the post: the app may
 * never learn that the post is deleted.
 */
export function withoutDelete(record: PostRecord, fresh: Fresh): Step {
  const { pending, base } = record;
  if (pending?.kind !== 'delete') return { record };
  const next: PostRecord = { ...record, pending: undefined, hold: undefined };
  if (!base || !callOf(record, pending.key)) return { record: next };
  return { record: next, created: [draftOf(record, fresh, { text: base.text, from: blank, origin: 'deleted post' })] };
}

/**
 * Ends the record of a deleted post. Its draft and its pending text become drafts of new records. If the author deleted
 * the post, the published text also becomes a draft, unless the record's draft began from that text.
 */
export function ended(record: PostRecord, fresh: Fresh): Step {
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

export const draftOf = ({ userId, rev, forms }: PostRecord, { id, now }: Fresh, draft: Draft): PostRecord => ({
  ...newRecord(id(), userId),
  rev,
  forms,
  changedAt: now,
  draft,
});

/** Keeps a discarded draft for Undo. If the step drops the draft and no record has its text, adds a record with it. */
export function withoutDiscarded(record: PostRecord, step: Step, fresh: Fresh): Step {
  const { draft } = record;
  const left = [step.record, ...(step.created ?? [])].flatMap((each) => [...textsOf(each), each.base?.text ?? blank]);
  const isThere = left.some((text) => draft && isSameText(text, draft.text));
  if (!draft?.discarded || step.record === record || isThere) return step;
  const discarded = { ...draft.discarded, wasPending: false };
  const aside = draftOf(record, fresh, { ...draft, from: blank, discarded });
  return { ...step, created: [...(step.created ?? []), aside] };
}
