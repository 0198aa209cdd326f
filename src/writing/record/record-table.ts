import { isSameText } from '../../contract/posts.ts';
import { blank, liveDraftOf, mayHaveArrived, newRecord, type PostRecord, type Submission } from './post-record.ts';
import type { Events, Fresh, Step, Typed, WritingEvent } from './record-events.ts';
import { submitted, typed, written } from './record-forms.ts';
import {
  callOf,
  confirmed,
  ended,
  merge,
  rebasedDraft,
  textCall,
  withdrawn,
  withoutAncestor,
  withoutCall,
  withoutDelete,
  withoutDiscarded,
  withoutRefused,
} from './record-line.ts';

/** The most unanswered calls of a record. Each is stored with its text, and the next call sends the keys of all. */
export const maxUnanswered = 5;

type Rows = { [Kind in keyof Events]: (record: PostRecord, event: Events[Kind], fresh: Fresh) => Step };

/** Each row returns the record after an event. A row that does not apply returns the record unchanged. */
export const table: Rows = {
  typed,

  submitted,

  // Text that the previous form saves after the takeover becomes a draft in a new record.
  'taken over': (record, _, { id }) => ({ record: written(record, { rev: record.rev + 1, form: id() }) }),

  tried(record, { text }, { id, now }) {
    const call = textCall(id(), now, text);
    return {
      record: { ...record, unanswered: [...record.unanswered, call].slice(-maxUnanswered) },
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
    // The author resubmitted the text after the sender read the list of posts, so the sender must read the list again.
    if (seen && unanswered.length > 0) return { record };
    const isFull = pending.kind === 'text' && unanswered.length >= maxUnanswered && !callOf(record, pending.key);
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
    if (!text || mayHaveArrived(record, text)) return { record: next };
    // Another copy of this record sent this text before the device was restored, so the common ancestor is unknown.
    return { record: { ...next, draft: withoutAncestor(record), hold: next.pending && { kind: 'conflict' } } };
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
    // At the limit of unanswered calls, `due` would repeat this refused call instead of sending the pending text.
    const isInTheWay = next.pending && next.unanswered.length >= maxUnanswered;
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
    // If the draft and the decision changed the same paragraph, the author decides when the draft is submitted.
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

/** Applies an event to the record by its row of the table. The record of a deleted post never changes. */
export function play(record: PostRecord, event: WritingEvent, fresh: Fresh): Step {
  const row = table[event.kind] as (record: PostRecord, event: WritingEvent, fresh: Fresh) => Step;
  return playRow(record, () => withoutDiscarded(record, row(record, event, fresh), fresh), fresh.now);
}

/** Applies the event `typed`, the only event that the search's thread needs. */
export const applyTyped = (record: PostRecord, event: Typed, now: number): PostRecord =>
  playRow(record, () => typed(record, event), now).record;

function playRow(record: PostRecord, row: () => Step, now: number): Step {
  if (record.successor !== undefined) return { record };
  const step = row();
  return step.record === record ? step : { ...step, record: { ...step.record, changedAt: now } };
}
