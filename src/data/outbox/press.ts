import type { NewPost, Post } from '../../contract/posts.ts';
import { createPost, deletePost } from '../api/blog.ts';
import { forgetPost, outdateLists } from '../copies/confirmed.ts';
import { type Draft, draftKey, draftRecord, removeDraft } from '../drafts.ts';
import { isOwnBackend } from '../host.ts';
import { newIdempotencyKey } from '../idempotency.ts';
import { readRecord } from '../records.ts';
import { session } from '../session.ts';
import { spans } from '../storage.ts';
import { entryKey, putEntry, takeOut } from './box.ts';
import type { Entry, Work } from './entry.ts';
import { sendOutbox } from './send.ts';
import { callTransport } from './transport.ts';

/** What the author can be told: the backend has it, it waits on this device, or nothing has come of it. */
export type Pressed = 'taken' | 'waiting' | 'refused';

/**
 * The press of Create Blog. The post is in the outbox, in the draft's place, before anything is sent; a refusal puts
 * the draft back. Without a login there is nobody to send it as later: it is tried once, and the draft stays.
 *
 * @param isOpen whether the draft is still in its form: the form may have been left, and another text begun in it.
 * @throws DOMException when the device does not keep the post: nothing has been sent then.
 */
export async function pressPublish(draft: Draft, isOpen = () => true): Promise<Pressed> {
  const { token, userId } = session.get();
  if (token === null || userId === null) return publishOnce(draft, token);
  const entry = entryOf(userId, draft);
  const { sent: _, ...asTyped } = draft;
  const putBack = () => draftRecord(isOpen() ? asTyped : { ...asTyped, id: entry.id });
  return press(entry, token, { remove: [draftKey(draft.id)] }, putBack);
}

/** What may have arrived already goes under the key it went under, as long as it is the same text. */
function entryOf(userId: string, { post, sent }: Draft): Entry {
  const entry = newEntry(userId, { kind: 'publish', post });
  const isSame = sent && JSON.stringify(sent.post) === JSON.stringify(post);
  if (!isSame) return entry;
  const { id, sameBefore } = sent;
  return { ...entry, id, isInDoubt: true, ...(sameBefore !== undefined && { sameBefore }) };
}

async function publishOnce({ id, post }: Draft, token: string | null): Promise<Pressed> {
  const pressed = await tryOnce(() => createPost(post, { token, author: null, idempotencyKey: id }));
  if (pressed !== 'taken') return pressed;
  await outdateLists();
  try {
    await removeDraft(id);
  } catch (error) {
    console.error('The draft of what has been published is still here.', error);
  }
  return 'taken';
}

/** The press of Delete. A refusal leaves everything as it was. */
export async function pressDelete(post: Post): Promise<Pressed> {
  const { token, userId } = session.get();
  if (token === null || userId === null) {
    const pressed = await tryOnce(() => deletePost(post._id, { author: null }));
    if (pressed === 'taken') await forgetPost(post._id);
    return pressed;
  }
  const { title, imgUrl, content }: NewPost = post;
  const work: Work = { kind: 'delete', postId: post._id, post: { title, imgUrl, content } };
  return press(newEntry(userId, work), token, {}, () => ({}));
}

function newEntry(userId: string, work: Work): Entry {
  const state = { name: 'waiting', notBefore: 0, heldUntil: 0 } as const;
  return {
    version: 1,
    id: newIdempotencyKey(),
    userId,
    confirmedAt: Date.now(),
    work,
    state,
    tries: 0,
    isInDoubt: false,
  };
}

async function press(
  entry: Entry,
  token: string,
  also: { remove?: string[] },
  ifRefused: () => Record<string, unknown>,
): Promise<Pressed> {
  await putEntry(entry, also);
  try {
    const transport = callTransport(token, isOwnBackend);
    const sent = sendOutbox({ userId: entry.userId, transport, reach: { id: entry.id } });
    const outcome = await Promise.race([sent.then((outcomes) => outcomes.get(entry.id)), later()]);
    if (outcome?.kind === 'taken') return 'taken';
    // Another sender came by first.
    if (outcome === undefined && (await readRecord(entryKey(entry.id))) === undefined) return 'taken';
    if (outcome?.kind !== 'refused' && outcome?.kind !== 'not let in') return 'waiting';
    // Where another tab's call came first and its answer was lost, it may have arrived: in the form it could go twice.
    const isOut = await takeOut(entry.id, ({ isInDoubt }) => (isInDoubt ? undefined : ifRefused()));
    return isOut ? 'refused' : 'waiting';
  } catch (error) {
    // It is kept, and goes later: whoever read that it is not would press again.
    console.error('What is kept could not be sent yet.', error);
    return 'waiting';
  }
}

const later = () => new Promise<undefined>((resolve) => setTimeout(resolve, spans.press));

async function tryOnce(call: () => Promise<void>): Promise<Pressed> {
  try {
    await call();
    return 'taken';
  } catch (error) {
    console.error('The backend has not taken what was sent.', error);
    return 'refused';
  }
}
