import { v7 as uuid } from 'uuid';
import type { NewPost, Post } from '../../contract/posts.ts';
import { isOwnBackend } from '../../device/calls/host.ts';
import { session } from '../../session/session.ts';
import { newRecord, type PostRecord, type Submission } from '../record/post-record.ts';
import { applyEvent } from '../record/record-store.ts';
import { answered } from './backend.ts';
import { confirmChange } from './confirm-change.ts';
import { createForeignBackend } from './foreign-backend.ts';
import { ownBackend } from './own-backend.ts';
import { applyAnswer, type SendingAuthor } from './send-waiting.ts';
import { type Sender, startSender } from './start-sender.ts';

const backend = isOwnBackend ? ownBackend : createForeignBackend();

function author(): SendingAuthor | undefined {
  const { token, userId } = session.get();
  return token === null || userId === null ? undefined : { token, userId };
}

let sender: Sender | undefined;

/** Returns the page's sender. The first call starts it. */
export const pageSender = (): Sender => {
  sender ??= startSender(backend, author);
  return sender;
};

/**
 * Sends a text once, for a user who is not logged in.
 *
 * @param start the record to use if the database has none.
 * @throws DOMException if the call could not be stored before it is made.
 */
export async function sendOnce(id: string, text: NewPost, start: PostRecord): Promise<Tried> {
  const step = await applyEvent(id, { kind: 'tried', text }, start);
  if (step?.told?.kind !== 'call') return 'no answer';
  const { call } = step.told;
  const answer = await backend.call(step.record, call, null);
  if (answer.kind === 'no answer' && answer.why !== 'no token') return 'no answer';
  const said = answer.kind === 'answered' ? answer : answered({ kind: 'refused', key: call.key, status: 401 });
  await applyAnswer(step.record, said);
  if (said.event.kind !== 'done') return 'refused';
  return said.event.text ? 'earlier done' : 'done';
}

/** The result of `sendOnce`. `earlier done`: an earlier version of the text is published. */
type Tried = 'done' | 'earlier done' | 'refused' | 'no answer';

/**
 * Deletes a post by one call, for a user who is not logged in. Stores nothing, so the call is not retried.
 *
 * @returns whether the post is deleted.
 */
export async function deleteOnce({ _id: postId }: Post): Promise<boolean> {
  const call: Submission = { kind: 'delete', key: uuid(), at: Date.now() };
  const answer = await backend.call({ ...newRecord(postId, null), postId }, call, null);
  if (answer.kind === 'no answer' || answer.event.kind !== 'gone') return false;
  await confirmChange({ kind: 'deleted', postId });
  return true;
}
