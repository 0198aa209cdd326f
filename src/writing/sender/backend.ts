import { isHTTPError, isNetworkError } from 'ky';
import type { NewPost, Post } from '../../contract/posts.ts';
import type { ProblemCode } from '../../contract/problems.ts';
import { failureOf } from '../../device/calls/client.ts';
import { retryAfterMs } from '../../device/calls/retry-after.ts';
import { timeouts } from '../../device/timeouts.ts';
import type { PostRecord, SeenPosts, Submission } from '../record/post-record.ts';
import type { WritingEvent } from '../record/record-events.ts';

/** The calls that send records to a backend. */
export interface Backend {
  /**
   * Prepares the call for the record's pending text or delete. A second preparation is harmless.
   *
   * @param own all records of its author, the oldest submission first.
   */
  prepare(record: PostRecord, token: string | null, own: readonly PostRecord[]): Promise<Prepared>;
  /**
   * Makes a call that is already among the record's unanswered calls. Never rejects.
   *
   * @param token the token of the record's author; `null` in the worker, which never has a token.
   */
  call(record: PostRecord, call: Submission, token: string | null): Promise<Answer>;
}

/** The result of `prepare`. `answered`: the record must first store the outcome of an earlier call, or of an upload. */
export type Prepared =
  | { kind: 'clear'; seen?: SeenPosts }
  /** The sender must wait for `ms` milliseconds, because an unanswered call of this author may still arrive. */
  | { kind: 'wait'; ms: number }
  | Answer;

/** An answer of the backend, as an event of the record. `post`: the post after an edit, as readers see it. */
export interface Answered {
  kind: 'answered';
  event: WritingEvent;
  post?: Post;
}

export type Answer = Answered | NoAnswer;

/**
 * A call without a final answer: its outcome is unknown, or only a page can repeat it. `holdMs`: the backend's
 * `Retry-After` in milliseconds, or 0.
 */
export interface NoAnswer {
  kind: 'no answer';
  /**
   * `no token`: the backend refused the session cookie, so only a page, which has the token, can repeat the call.
   * `silence`: any other case, including a gateway's answer and a 503.
   */
  why: 'no network' | 'no token' | 'silence';
  holdMs: number;
}

export const answered = (event: WritingEvent): Answered => ({ kind: 'answered', event });

export const noAnswer: NoAnswer = { kind: 'no answer', why: 'silence', holdMs: 0 };

/** Converts the error of a call to an answer. */
export function answerOfError(error: unknown, key: string, hasToken: boolean, image?: string): Answer {
  if (!isHTTPError(error)) {
    return isNetworkError(error) && navigator.onLine === false ? { ...noAnswer, why: 'no network' } : noAnswer;
  }
  const { status, headers } = error.response;
  const { code }: { code?: ProblemCode } = Object(error.data);
  if (failureOf(error) === 'unanswered') return { ...noAnswer, holdMs: retryAfterMs(headers) };
  const ofLogin = (status === 401 || status === 403) && code !== 'not_owner';
  if (ofLogin && !hasToken) return { ...noAnswer, why: 'no token' };
  return answered({ kind: 'refused', key, status, ofLogin, image });
}

/** Returns the timeout of a call, in milliseconds. Adds a second per thousand characters, for slow connections. */
export const maxSendingMs = (text: NewPost | undefined): number => timeouts.sendTimeoutMs + (text?.content.length ?? 0);

export const textOfCall = (call: Submission): NewPost | undefined => (call.kind === 'text' ? call.text : undefined);
