import type { Options } from 'ky';
import * as v from 'valibot';
import { ownHeaders } from '../../contract/headers.ts';
import { callPaths } from '../../contract/paths.ts';
import { postSchema, textOf } from '../../contract/posts.ts';
import type { ProblemCode } from '../../contract/problems.ts';
import { unansweredHeader } from '../../contract/unanswered.ts';
import { keyUsedSchema, type RefusedVersion, versionMismatchSchema } from '../../contract/write-refusals.ts';
import { ForeignAnswer, writingClient } from '../../device/calls/client.ts';
import type { PostRecord, Submission, Version } from '../record/post-record.ts';
import { type Answer, answered, answerOfError, type Backend, maxSendingMs, noAnswer, textOfCall } from './backend.ts';
import { sendPictures } from './send-pictures.ts';

/** Requires the ETag, as a gateway that answers 200 to everything sends none. */
const writtenSchema = v.object({ ...postSchema.entries, etag: v.pipe(v.string(), v.nonEmpty()) });

const versionOf = ({ etag, version: number, ...told }: RefusedVersion): Version => ({
  etag,
  number,
  text: textOf(told),
});

/** Statuses of responses whose body may tell the outcome of the call. */
const tellingStatuses = [404, 410, 412, 422];

/** Storyline's own server. It knows the key of each call, so that a repetition is harmless. */
export const ownBackend: Backend = {
  prepare: sendPictures,
  async call(record, call, token) {
    try {
      const response = await request(record, call, token);
      return response.ok ? await answerOf(response, record, call) : await refusalOf(response, record, call);
    } catch (error) {
      console.error('Could not send a text or a delete; the app shows its new state.', error);
      return answerOfError(error, call.key, token !== null);
    }
  },
};

/**
 * Makes a call. The session cookie authenticates deletes (specification, section 7), and texts if there is no token.
 * Omits the cookie for a text without an author, because the cookie may be another user's.
 */
function request(record: PostRecord, call: Submission, token: string | null): Promise<Response> {
  const { id, userId, postId = '', base, unanswered } = record;
  const options: Options = {
    ...(call.kind === 'text' && userId === null && { credentials: 'omit' }),
    signal: AbortSignal.timeout(maxSendingMs(textOfCall(call))),
    throwHttpErrors: (status: number) => !tellingStatuses.includes(status),
    headers: {
      ...(userId !== null && { [ownHeaders.author]: userId }),
      ...(call.kind === 'text' && { [ownHeaders.idempotencyKey]: base ? call.key : id }),
      ...(call.kind === 'text' && token !== null && { Authorization: `Bearer ${token}` }),
      ...(base && { 'If-Match': base.etag, [unansweredHeader]: unanswered.map(({ key }) => key).join(', ') }),
    },
  };
  if (call.kind === 'delete') return writingClient.delete(callPaths.post(postId), options);
  const json = textOf(call.text);
  return base
    ? writingClient.put(callPaths.post(postId), { ...options, json })
    : writingClient.post(callPaths.posts, { ...options, json });
}

async function answerOf(response: Response, { base }: PostRecord, { kind, key }: Submission): Promise<Answer> {
  if (kind === 'delete') {
    if (response.status !== 204) throw new ForeignAnswer('A delete was answered by a gateway');
    return answered({ kind: 'gone', key });
  }
  const post = v.parse(writtenSchema, await response.json());
  return {
    ...answered({ kind: 'done', key, etag: post.etag, number: post.version, postId: post._id }),
    ...(base && { post }),
  };
}

async function refusalOf(response: Response, { base }: PostRecord, { key }: Submission): Promise<Answer> {
  const { status } = response;
  const problem: unknown = await response.json();
  const { code }: { code?: ProblemCode } = Object(problem);
  if (code === 'version_mismatch') {
    const { current, isKnown, made } = v.parse(versionMismatchSchema, problem);
    return answered({
      kind: 'version mismatch',
      key,
      current: versionOf(current),
      isKnown,
      made: made.map((each) => each.key),
    });
  }
  if (code === 'post_not_found') return answered({ kind: 'gone', key });
  if (code === 'idempotency_key_reused' && !base) {
    const first = v.safeParse(keyUsedSchema, problem);
    if (first.success) {
      const { post } = first.output;
      return answered({ kind: 'done', key, postId: post._id, ...versionOf(post) });
    }
  }
  console.error('A text or a delete was not accepted; the app shows its new state.', problem);
  // A 404, 410 or 412 without one of the codes above is from a gateway, and says nothing about the post.
  return status === 422 ? answered({ kind: 'refused', key, status }) : noAnswer;
}
