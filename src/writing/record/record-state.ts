import { timeouts } from '../../device/timeouts.ts';
import { conflictOf, liveDraftOf, type PostRecord, type TextsInConflict } from './post-record.ts';

/** The states of a record that My Blogs shows. */
export type RecordState =
  | { kind: 'draft' }
  /** `mayBePublished`: a call whose answer was lost may have arrived. */
  | { kind: 'waiting'; mayBePublished: boolean }
  | { kind: 'needs login' }
  | { kind: 'refused'; status: number; image?: string | undefined }
  /** The backend cannot edit, and an earlier text is or may be published. The author decides. */
  | { kind: 'published' }
  | ({ kind: 'conflict' } & TextsInConflict)
  | { kind: 'discarded' }
  /** The backend has everything, or the post is deleted. My Blogs shows nothing. */
  | { kind: 'done' };

export function stateOf(record: PostRecord): RecordState {
  const { pending, draft, hold, unanswered } = record;
  if (!pending) {
    if (!draft) return { kind: 'done' };
    return { kind: draft.discarded ? 'discarded' : 'draft' };
  }
  switch (hold?.kind) {
    case 'login':
      return { kind: 'needs login' };
    case 'refused':
      return { kind: 'refused', status: hold.status, image: hold.image };
    case 'published':
      return { kind: 'published' };
    case 'conflict':
      return { kind: 'conflict', ...conflictOf(record) };
    case undefined:
      return { kind: 'waiting', mayBePublished: unanswered.length > 0 };
  }
}

/** Returns whether a user may see a record. Every user sees a draft without an author. */
export const mayBeSeenBy = (userId: string | null, record: PostRecord): boolean =>
  record.userId === userId || (record.userId === null && record.pending === undefined);

export interface ShownRecord {
  record: PostRecord;
  state: RecordState;
}

/** Returns the records that this user sees and their states, most recently changed first. */
export const shownOf = (records: PostRecord[], userId: string | null): ShownRecord[] =>
  records
    .filter((record) => mayBeSeenBy(userId, record))
    .map((record) => ({ record, state: stateOf(record) }))
    .filter(({ state }) => state.kind !== 'done')
    .sort((a, b) => b.record.changedAt - a.record.changedAt);

/**
 * Returns the record without its draft if the draft was discarded more than a day ago, or has been a deleted post's
 * text for 30 days. Returns `undefined` if the record can be removed. A finished record stays for 30 days, so that no
 * tab's backup restores its text.
 */
export function afterRetention(record: PostRecord, now: number): PostRecord | undefined {
  const { draft, pending, changedAt } = record;
  const isOld = now - changedAt > timeouts.deletedDraftRetentionMs;
  const isDiscarded = draft?.discarded && now - draft.discarded.at > timeouts.discardRetentionMs;
  if (isDiscarded || (draft?.origin === 'deleted post' && isOld))
    return { ...record, draft: undefined, changedAt: now };
  return isOld && !pending && !liveDraftOf(record) ? undefined : record;
}
