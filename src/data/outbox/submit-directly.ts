import { failureOf } from '../api/client.ts';
import { isOwnBackend } from '../api/host.ts';
import { newIdempotencyKey } from '../api/idempotency-key.ts';
import { createPost } from '../api/write-posts.ts';
import { markListsStale } from '../cache/confirmed-writes.ts';
import type { Draft, SentAttempt } from '../drafts/drafts.ts';
import type { Session } from '../session/session.ts';
import { timeouts } from '../timeouts.ts';
import { withTimeout } from '../with-timeout.ts';
import { endSubmittedDraft } from './submitted-draft.ts';
import { isKeyUsed, longestSending } from './transport.ts';

/**
 * The outcome of a call made without the outbox. `unanswered`: submitted again, it is the same post. `in doubt`: a
 * version of it may be published, and submitted again it could be a second post.
 */
export type DirectOutcome = 'taken' | 'refused' | 'unanswered' | 'in doubt';

export interface DirectSubmitOptions {
  /** Called before the call with what the draft is sent as. */
  onSent?: (sent: SentAttempt | undefined) => void;
  /**
   * Called with what a draft is sent as whose backup may outlive its entry, and after a refusal with what it had been
   * sent as before.
   */
  onAttempt?: (sent: SentAttempt | undefined) => void;
  /** Whether the author has been told that the post is in doubt, and wants it published all the same. */
  isDoubtKnown?: boolean;
}

/**
 * Publishes a draft without the outbox, as nobody is logged in to send it as later. The own backend recognizes a repeated
 * call by the draft's key. A foreign one cannot: after a lost answer the author decides.
 */
export async function submitDirectly(
  draft: Draft,
  { token, userId: author }: Session,
  { onSent = () => undefined, onAttempt = () => undefined, isDoubtKnown = false }: DirectSubmitOptions,
): Promise<DirectOutcome> {
  const { post, sent } = draft;
  if (sent && !isOwnBackend && !isDoubtKnown) return 'in doubt';
  const id = isDoubtKnown ? newIdempotencyKey() : (sent?.id ?? draft.id);
  const heldUntil = Date.now() + longestSending(post) + timeouts.arrivalMs;
  onSent({
    ...sent,
    id,
    post,
    ...(sent && { others: [...(sent.others ?? []), sent.post] }),
    ...(!isOwnBackend && { heldUntil }),
  });
  try {
    const signal = AbortSignal.timeout(longestSending(post));
    await createPost(post, { token, author, idempotencyKey: id, signal });
  } catch (error) {
    console.error('Could not publish the post; it stays in the form.', error);
    if (isOwnBackend && isKeyUsed(error)) return 'in doubt';
    if (failureOf(error) !== 'refused') return isOwnBackend ? 'unanswered' : 'in doubt';
    onAttempt(sent);
    return 'refused';
  }
  await tidyUp(draft);
  return 'taken';
}

/** Never rejects: the post is published even if the device fails. */
async function tidyUp(draft: Draft): Promise<void> {
  try {
    await markListsStale();
    await withTimeout(timeouts.deviceTimeoutMs, endSubmittedDraft(draft));
  } catch (error) {
    console.error('Could not end the draft of a published post; it may show up again.', error);
  }
}
