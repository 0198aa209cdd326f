import { isSameText, type NewPost } from '../../contract/posts.ts';
import { isQuotaExceeded } from '../storage/quota.ts';
import { replaceRecord } from '../storage/record-changes.ts';
import { readRecord, readRecords, type Writes, writeRecords } from '../storage/records.ts';
import { recordKeys } from '../storage/storage-names.ts';
import { withEviction } from '../storage/with-eviction.ts';
import { timeouts } from '../timeouts.ts';

/** A text that is not published yet. `version` says how to read the record. */
export interface Draft {
  version: 1;
  id: string;
  /** The author; `null` for a text typed without a login, which is shown to whoever is at the device. */
  userId: string | null;
  post: NewPost;
  /** When the text last changed, in milliseconds since the epoch. */
  savedAt: number;
  /** The forms that it was typed in (see `draft-line.ts`); absent if it was typed in none. */
  forms?: TypedIn[];
  /** `edit of a deleted post`: its post was deleted elsewhere before the edit arrived. It is kept like a typed text. */
  origin: 'typed' | 'deleted post' | 'edit of a deleted post';
  /** Set for the edit of a post. Such a draft belongs to that post's form alone. */
  edit?: EditOf;
  /**
   * Set when the text may have reached the backend: it was sent without the outbox, or cancelled from it before the
   * outcome was known. The next attempt reuses its id, unless its author publishes in spite of the doubt.
   */
  sent?: SentAttempt;
  /** When it was discarded, in milliseconds since the epoch; it can be restored for a while. */
  discardedAt?: number;
}

/** A form that a text was typed in, and the `savedAt` that the text had last there. */
export interface TypedIn {
  form: string;
  savedAt: number;
}

/** What an edit changes, and what it began from. */
export interface EditOf {
  postId: string;
  base: EditBase;
  /**
   * Edits of the same base whose text this one began from, or went through in its form until it was refused, oldest
   * first. Any of them may arrive, or have arrived.
   */
  attempts?: EditAttempt[];
  /** The text that the form began with, where that is the text of an edit in the outbox. */
  from?: NewPost;
}

/** A version of a post, as the backend has it. */
export interface EditBase {
  version: number;
  /** What `If-Match` names it by, as the backend has said: a restored server may have another version of its number. */
  etag: string;
  texts: NewPost;
}

/** An edit as it was or may be sent: repeated, it tells whether it has arrived. */
export interface EditAttempt {
  /** The `Idempotency-Key` of its call. */
  id: string;
  version: number;
  etag: string;
  /** Absent where the texts of the attempts were too much to keep. It cannot be repeated: whether it arrived is unknown. */
  post?: NewPost;
}

/** What is known of a text whose call may have reached the backend. The other fields are an `OutboxEntry`'s. */
export interface SentAttempt {
  id: string;
  post: NewPost;
  /** Earlier versions that were sent under the same id. */
  others?: NewPost[];
  /** This and the next only for a backend without idempotency keys. */
  idsBefore?: string[];
  isListCut?: boolean;
  /** Until when a backend without keys is given time to show what has arrived, in milliseconds since the epoch. */
  heldUntil?: number;
}

/** What the keys of all drafts begin with. */
export const draftPrefix = `${recordKeys.draft}/`;

export const draftKey = (id: string) => draftPrefix + id;

/** The text that the edit's form begins with. */
export const firstTextOf = ({ base, from }: EditOf): NewPost => from ?? base.texts;

/**
 * Whether the author has written nothing: in Create the form is blank, in an edit it is as it began. An edit that was
 * taken out of the outbox did not begin from its base: even the base's own text may be the correction of what is
 * published.
 */
export const isUntouched = ({ post, edit }: Pick<Draft, 'post' | 'edit'>): boolean => {
  if (!edit) return isBlank(post);
  return isSameText(post, firstTextOf(edit)) && (edit.attempts === undefined || edit.from !== undefined);
};

export const isBlank = ({ title, imgUrl, content }: NewPost): boolean => title + imgUrl + content === '';

export const readDraft = (id: string): Promise<Draft | undefined> => readRecord<Draft>(draftKey(id));

/**
 * A tombstone: texts of this draft up to `savedAt` have been submitted or are no longer wanted. It tells which draft
 * backups to ignore, also those of a duplicated tab or of one that died in between.
 */
export interface DraftTombstone {
  version: 1;
  id: string;
  savedAt: number;
  forms?: TypedIn[];
  /** Milliseconds since the epoch. */
  endedAt: number;
}

const endedKey = (id: string) => `${endedPrefix}${id}`;

/** Not in `storage-names.ts`, which is part of the script that every page loads first. */
const endedPrefix = `ended-${recordKeys.draft}/`;

/** The draft on the device, discarded or not, and its tombstone. */
export interface StoredState {
  draft?: Draft | undefined;
  ended?: DraftTombstone | undefined;
}

export async function readDraftState(id: string): Promise<StoredState> {
  const [draft, ended] = await Promise.all([readDraft(id), readRecord<DraftTombstone>(endedKey(id))]);
  return { draft, ended };
}

/**
 * Saves the draft, and evicts cached responses if the quota is exceeded. Reads nothing before it writes: a page that is
 * being closed does not live to see the answer of a read.
 *
 * @throws DOMException `QuotaExceededError` when evicting is not enough.
 */
export async function saveDraft(draft: Draft): Promise<void> {
  await withEviction(() => writeRecords({ put: draftRecord(draft) }));
}

/** The draft as a record, for a transaction that writes more than the draft. */
export const draftRecord = (draft: Draft): Record<string, Draft> => ({ [draftKey(draft.id)]: draft });

/** The writes that remove a draft and leave its tombstone, for a transaction that writes more. */
export function tombstoneWrites({ id, savedAt, forms }: Draft, now = Date.now()): Required<Writes> {
  const ended: DraftTombstone = { version: 1, id, savedAt, ...(forms && { forms }), endedAt: now };
  return { put: { [endedKey(id)]: ended }, remove: [draftKey(id)] };
}

export const deleteDraft = (id: string): Promise<void> => writeRecords({ remove: [draftKey(id)] });

export async function deleteDraftWithTombstone(draft: Draft): Promise<void> {
  const ending = tombstoneWrites(draft);
  try {
    await withEviction(() => writeRecords(ending));
  } catch (error) {
    if (!isQuotaExceeded(error)) throw error;
    // The quota is too small even for the tombstone; removing needs no space.
    await deleteDraft(draft.id);
  }
}

/**
 * Discards the draft as it is now, not as it was listed. It is deleted for good after `timeouts.discardRetentionMs`.
 */
export const discardDraft = ({ id }: Draft, now = Date.now()): Promise<boolean> =>
  change(id, (draft) => ({ ...draft, discardedAt: now }));

/**
 * @returns whether it was still there. Another tab may have restored and published it; bringing it back then would let
 * its author publish the same words twice.
 */
export const restoreDraft = ({ id }: Draft): Promise<boolean> => change(id, withoutDiscardedAt);

export const withoutDiscardedAt = ({ discardedAt: _, ...draft }: Draft): Draft => draft;

const change = (id: string, by: (draft: Draft) => Draft): Promise<boolean> =>
  withEviction(() => replaceRecord<Draft>(draftKey(id), (draft) => draftRecord(by(draft))));

/** So many are kept however old: a clock that jumps by months must not bring back a text that is just being sent. */
const rememberedTombstones = 20;

/** As `readDrafts`, without discarded ones. */
export async function listDrafts(userId: string | null, now = Date.now(), postId?: string): Promise<Draft[]> {
  return (await readDrafts(userId, now, postId)).filter(({ discardedAt }) => discardedAt === undefined);
}

/**
 * The drafts this user may see, newest first, with discarded ones that can still be restored. Deletes for good whatever
 * was discarded or deleted long enough ago.
 *
 * @param postId whose edits to read; without it, the texts of posts that are not published.
 */
export async function readDrafts(userId: string | null, now = Date.now(), postId?: string): Promise<Draft[]> {
  const [all, ended] = await Promise.all([readRecords<Draft>(draftPrefix), readRecords<DraftTombstone>(endedPrefix)]);
  const overdue = all.filter((draft) => isOverdue(draft, now));
  const forgotten = ended
    .sort((a, b) => b.endedAt - a.endedAt)
    .slice(rememberedTombstones)
    .filter(({ endedAt }) => now - endedAt > timeouts.deletedDraftRetentionMs);
  if (overdue.length + forgotten.length > 0) {
    await writeRecords({
      remove: [...overdue.map(({ id }) => draftKey(id)), ...forgotten.map(({ id }) => endedKey(id))],
    });
  }
  return all
    .filter((draft) => !overdue.includes(draft))
    .filter((draft) => mayBeSeenBy(userId, draft) && draft.edit?.postId === postId)
    .sort((a, b) => b.savedAt - a.savedAt);
}

/** The newest draft of each post's edits that this author has not submitted, whether or not the post is still there. */
export async function listEditDrafts(userId: string): Promise<(Draft & { edit: EditOf })[]> {
  const newest = new Map<string, Draft & { edit: EditOf }>();
  for (const draft of (await readRecords<Draft>(draftPrefix)).sort((a, b) => a.savedAt - b.savedAt)) {
    const { edit, discardedAt } = draft;
    if (edit && discardedAt === undefined && mayBeSeenBy(userId, draft)) newest.set(edit.postId, { ...draft, edit });
  }
  return [...newest.values()].reverse();
}

/** A draft without an author is shown to whoever is at the device, an author's draft to its author alone. */
export const mayBeSeenBy = (userId: string | null, draft: Draft): boolean =>
  draft.userId === null || draft.userId === userId;

/** Whether the draft is deleted for good when drafts are next read. */
export function isOverdue({ origin, savedAt, discardedAt }: Draft, now: number): boolean {
  if (discardedAt !== undefined && now - discardedAt > timeouts.discardRetentionMs) return true;
  return origin === 'deleted post' && now - savedAt > timeouts.deletedDraftRetentionMs;
}
