import type { NewPost } from '../contract/posts.ts';
import { readRecord, readRecords, replaceRecord, writeRecords } from './records.ts';
import { withRoom } from './room.ts';
import { recordKeys, spans } from './storage.ts';

/**
 * A text that is not published yet. `version` says how to read the record: a change of its shape raises it and still
 * reads every earlier one, or people lose what they wrote.
 */
export interface Draft {
  version: 1;
  id: string;
  /** Whose it is; a text typed without a login is nobody's, and shown to whoever is at the device. */
  userId: string | null;
  post: NewPost;
  /** Milliseconds since the epoch. */
  savedAt: number;
  origin: 'typed' | 'deleted post';
  /** Taken back from the outbox: pressed again with the same text, it goes as the same post, which may have arrived. */
  sent?: Sent;
  /** Since when it waits to be taken back or forgotten, in milliseconds since the epoch. */
  discardedAt?: number;
}

/** What the outbox knew of a text whose call may have reached the backend. */
export interface Sent {
  id: string;
  post: NewPost;
  sameBefore?: number;
}

export const draftKey = (id: string) => `${recordKeys.draft}/${id}`;

export const isBlank = ({ title, imgUrl, content }: NewPost): boolean => title + imgUrl + content === '';

export const readDraft = (id: string): Promise<Draft | undefined> => readRecord<Draft>(draftKey(id));

/**
 * Keeps the draft; copies of what others wrote make room for it.
 *
 * @throws DOMException `QuotaExceededError` when even that is not enough.
 */
export const saveDraft = (draft: Draft): Promise<void> => withRoom(() => writeRecords({ put: draftRecord(draft) }));

/** For a transaction that holds more than the draft. */
export const draftRecord = (draft: Draft): Record<string, Draft> => ({ [draftKey(draft.id)]: draft });

export const removeDraft = (id: string): Promise<void> => writeRecords({ remove: [draftKey(id)] });

/** Put aside as it is now, not as it was listed; gone for good only after `spans.discarded`. */
export const discardDraft = ({ id }: Draft, now = Date.now()): Promise<boolean> =>
  change(id, (draft) => ({ ...draft, discardedAt: now }));

export async function restoreDraft(listed: Draft): Promise<void> {
  const isBack = await change(listed.id, ({ discardedAt: _, ...kept }) => kept);
  if (!isBack) await saveDraft(listed);
}

const change = (id: string, by: (draft: Draft) => Draft): Promise<boolean> =>
  withRoom(() => replaceRecord<Draft>(draftKey(id), (draft) => draftRecord(by(draft))));

/** The drafts this user may see, newest first. What has been discarded or deleted for long enough goes for good. */
export async function listDrafts(userId: string | null, now = Date.now()): Promise<Draft[]> {
  return (await readDrafts(userId, now)).filter(({ discardedAt }) => discardedAt === undefined);
}

/** The same, with those that have been discarded and can still be taken back. */
export async function readDrafts(userId: string | null, now = Date.now()): Promise<Draft[]> {
  const all = await readRecords<Draft>(`${recordKeys.draft}/`);
  const overdue = all.filter((draft) => isOverdue(draft, now));
  if (overdue.length > 0) await writeRecords({ remove: overdue.map(({ id }) => draftKey(id)) });
  return all
    .filter((draft) => !overdue.includes(draft))
    .filter((draft) => draft.userId === null || draft.userId === userId)
    .sort((a, b) => b.savedAt - a.savedAt);
}

function isOverdue({ origin, savedAt, discardedAt }: Draft, now: number): boolean {
  if (discardedAt !== undefined && now - discardedAt > spans.discarded) return true;
  return origin === 'deleted post' && now - savedAt > spans.deletedPost;
}
