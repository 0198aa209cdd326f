import type { NewPost } from '../../contract/posts.ts';
import { newIdempotencyKey } from '../api/idempotency-key.ts';
import { type Draft, draftKey, draftRecord, type EditOf } from '../drafts/drafts.ts';
import { rememberTabDraft } from '../drafts/tab-draft.ts';
import { replaceRecord } from '../storage/record-changes.ts';
import { readRecord } from '../storage/records.ts';
import { withEviction } from '../storage/with-eviction.ts';
import { timeouts } from '../timeouts.ts';
import { draftOfEntry } from './draft-of-entry.ts';
import { isEdit, newEntry, type OutboxEntry, readyForRetry } from './outbox-entry.ts';
import { sendNow } from './outbox-scheduler.ts';
import { announceChange, changeEntry, entryKey, replaceEntry, withdrawEntry } from './outbox-store.ts';

/**
 * Sends the entry now at its author's wish, also one that was refused, needs a login, or must wait by `Retry-After`.
 */
export async function retryEntry({ id }: OutboxEntry): Promise<void> {
  await changeEntry(id, readyForRetry);
  await sendNow({ id });
}

/** Publishes an entry that is `arrived` as a second post: its author knows that an earlier version is published. */
export async function publishAnyway({ id }: OutboxEntry): Promise<void> {
  let second: OutboxEntry | undefined;
  const isOut = await withdrawEntry(id, ({ userId, work, state }) => {
    if (state.name !== 'arrived') return undefined;
    second = newEntry(userId, work);
    return { [entryKey(second.id)]: second };
  });
  if (isOut && second) await sendNow({ id: second.id });
}

/**
 * Takes a post or an edit out of the outbox and makes it a draft again, which the next form in this tab opens, as soon as
 * it is not being sent.
 *
 * @returns the draft's id; `undefined` when the entry is being sent for long or is no longer in the outbox.
 */
export async function cancelAndEdit({ id, userId, work }: OutboxEntry): Promise<string | undefined> {
  if (work.kind === 'delete') return undefined;
  if (!(await withdrawBetweenCalls(id, (entry) => draftRecord(draftOfEntry(entry))))) return undefined;
  rememberTabDraft(userId, id, work.kind === 'edit' ? work.postId : undefined);
  return id;
}

/**
 * Sends an edit as its author has decided on a conflict: as an edit of the version that it was in conflict with. Does
 * not wait for the call, which may take minutes: the author has decided, and goes on once the device has stored it.
 *
 * @returns the id of the entry that it is sent as; `undefined` when another tab has decided already.
 */
export async function resolveConflict({ id, state: decided }: OutboxEntry, post: NewPost): Promise<string | undefined> {
  let resolved: OutboxEntry | undefined;
  await replaceEntry(id, (entry) => {
    if (!isEdit(entry) || entry.state.name !== 'conflict' || decided.name !== 'conflict') return undefined;
    if (entry.state.theirs.version !== decided.theirs.version) return undefined;
    const { postId } = entry.work;
    const work = { kind: 'edit', postId, base: entry.state.theirs, post } as const;
    resolved = { ...newEntry(entry.userId, work), confirmedAt: entry.confirmedAt };
    return resolved;
  });
  if (resolved) void sendNow({ id: resolved.id });
  return resolved?.id;
}

/**
 * Makes what its author has decided on a conflict the draft that the post's form in this tab opens next, as an edit of the
 * version that it was in conflict with.
 *
 * @returns the draft's id; `undefined` when another tab has decided already.
 */
export async function editResolved(
  { id, userId, work, state: decided }: OutboxEntry,
  post: NewPost,
): Promise<string | undefined> {
  const draftId = newIdempotencyKey();
  const isOut = await withdrawEntry(id, (entry) => {
    if (!isEdit(entry) || entry.state.name !== 'conflict' || decided.name !== 'conflict') return undefined;
    const { theirs: base } = entry.state;
    if (base.version !== decided.theirs.version) return undefined;
    const edit: EditOf = { postId: entry.work.postId, base };
    return draftRecord({ version: 1, id: draftId, userId, post, savedAt: Date.now(), origin: 'typed', edit });
  });
  if (!isOut) return undefined;
  rememberTabDraft(userId, draftId, work.kind === 'edit' ? work.postId : undefined);
  return draftId;
}

/** An entry that was discarded, and the draft that was stored in its place. */
export interface DiscardedEntry {
  entry: OutboxEntry;
  draft?: Draft;
}

/**
 * Takes the entry out of the outbox, as soon as it is not being sent. The text of a post or an edit becomes a discarded
 * draft; the text of a post whose delete may have reached the backend becomes the draft of a deleted post.
 *
 * @returns what was discarded; `undefined` when the entry is being sent for long or is no longer in the outbox.
 */
export async function discardEntry({ id }: OutboxEntry): Promise<DiscardedEntry | undefined> {
  let discarded: DiscardedEntry | undefined;
  const isOut = await withdrawBetweenCalls(id, (entry) => {
    const draft = draftLeftBy(entry);
    discarded = { entry, ...(draft && { draft }) };
    return draft ? draftRecord(draft) : {};
  });
  return isOut ? discarded : undefined;
}

/**
 * Undoes `discardEntry`: puts the same entry back, under the same key.
 *
 * @returns whether it was put back: not when another tab has restored the draft, and perhaps published it.
 */
export async function undoDiscard({ entry, draft }: DiscardedEntry): Promise<boolean> {
  if (!draft) return false;
  const asLeft = JSON.stringify(draft);
  const isBack = await withEviction(() =>
    replaceRecord<Draft>(draftKey(draft.id), (now) =>
      JSON.stringify(now) === asLeft ? { [entryKey(entry.id)]: entry } : undefined,
    ),
  );
  announceChange();
  return isBack;
}

/**
 * `withdrawEntry` once the call that is under way has ended; `instead` always returns records. Opening My Blogs with
 * the connection back starts a call, just when the author presses a button there: that press did nothing. The state
 * that is read after a try is not asked, as the call may have ended between the two.
 */
async function withdrawBetweenCalls(
  id: string,
  instead: (entry: OutboxEntry) => Record<string, unknown>,
): Promise<boolean> {
  for (const deadline = Date.now() + timeouts.withdrawTimeoutMs; ; ) {
    if (await withdrawEntry(id, instead)) return true;
    if (!(await readRecord(entryKey(id))) || Date.now() >= deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, timeouts.withdrawRetryMs));
  }
}

function draftLeftBy(entry: OutboxEntry): Draft | undefined {
  if (entry.work.kind !== 'delete') return { ...draftOfEntry(entry), discardedAt: Date.now() };
  return entry.isInDoubt ? { ...draftOfEntry(entry), origin: 'deleted post' } : undefined;
}
