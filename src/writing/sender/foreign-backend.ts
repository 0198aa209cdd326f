import { isHTTPError } from 'ky';
import { callPaths } from '../../contract/paths.ts';
import { type NewPost, textOf } from '../../contract/posts.ts';
import { writingClient } from '../../device/calls/client.ts';
import { webLocks } from '../../device/storage/with-lock.ts';
import { timeouts } from '../../device/timeouts.ts';
import type { PostRecord, SeenPosts } from '../record/post-record.ts';
import type { WritingEvent } from '../record/record-events.ts';
import { answered, answerOfError, type Backend, maxSendingMs, noAnswer, textOfCall } from './backend.ts';
import { getOwnPost, getOwnPosts, type ListedPost, type OwnPosts } from './own-post-calls.ts';
import { newPause, type Pause } from './pace.ts';

/**
 * Returns the calls of a foreign backend, which can publish and delete, but not edit, and knows no idempotency keys. If
 * the answer to a publication is lost, the sender looks for the post in the author's list ten seconds later. The
 * author's other publications wait for the outcome.
 */
export function createForeignBackend(): Backend {
  /** The time that each unanswered call may still take to arrive, by `callIdOf`. */
  const arrivals = new Map<string, Pause>();

  /**
   * Returns how long the call in doubt may still take to arrive, in milliseconds. Treats another page's call as made
   * just now: that page may just have been closed, or may still be sending if there are no Web Locks.
   */
  function waitMs(record: PostRecord): number {
    const text = record.unanswered.map(textOfCall).find((each) => each !== undefined);
    const pause =
      arrivals.get(callIdOf(record)) ?? newPause(timeouts.arrivalMs + (webLocks() ? 0 : maxSendingMs(text)));
    arrivals.set(callIdOf(record), pause);
    return pause.leftMs();
  }

  return {
    async call(record, call, token) {
      const { key } = call;
      const { postId = '' } = record;
      const signal = AbortSignal.timeout(maxSendingMs(textOfCall(call)));
      try {
        if (call.kind === 'delete') {
          const throwHttpErrors = (status: number) => status !== 404;
          await writingClient.delete(callPaths.post(postId), { throwHttpErrors, signal });
          return answered({ kind: 'gone', key });
        }
        const headers = token === null ? {} : { Authorization: `Bearer ${token}` };
        await writingClient.post(callPaths.posts, { json: textOf(call.text), headers, signal });
        return answered({ kind: 'done', key, etag: '' });
      } catch (error) {
        console.error('Could not send a text or a delete; the app shows its new state.', error);
        arrivals.set(callIdOf(record), newPause(timeouts.arrivalMs));
        return answerOfError(error, key, true);
      }
    },
    async prepare(record, _, own) {
      const { base, userId } = record;
      if (base) return { kind: 'clear' };
      const doubt = own.find(isInDoubt);
      const ms = doubt ? waitMs(doubt) : 0;
      if (doubt && (ms > 0 || doubt.id !== record.id)) return { kind: 'wait', ms };
      try {
        // Only a list that is requested now tells whether the call in doubt has arrived.
        const listed = await listOwn(userId ?? '', { mayJoin: !doubt });
        const { posts, isWhole } = listed;
        if (!doubt) return { kind: 'clear', seen: { ids: posts.map(({ _id }) => _id), isWhole, at: Date.now() } };
        const event = await whatBecameOf(record, listed, own.flatMap(textsSent));
        arrivals.delete(callIdOf(record));
        return answered(event);
      } catch (error) {
        console.error('Could not read the author’s posts; publishing nothing yet.', error);
        const answer = answerOfError(error, '', true);
        return answer.kind === 'no answer' ? answer : noAnswer;
      }
    },
  };
}

const callIdOf = (record: PostRecord): string => `${record.id} ${seenBefore(record)?.at}`;

const seenBefore = ({ unanswered }: PostRecord): SeenPosts | undefined =>
  unanswered.flatMap((call) => (call.kind === 'text' && call.seen ? [call.seen] : []))[0];

/** Returns whether the sender must look for the record's post, because the answer to its publication was lost. */
const isInDoubt = ({ base, pending, hold, unanswered }: PostRecord): boolean =>
  !base && pending !== undefined && !hold && unanswered.length > 0;

/** Returns the texts of this record that may have been published. */
const textsSent = ({ base, unanswered }: PostRecord): NewPost[] =>
  [base?.text, ...unanswered.map(textOfCall)].filter((text) => text !== undefined);

async function listOwn(userId: string, { mayJoin }: { mayJoin: boolean }): Promise<OwnPosts> {
  try {
    return await getOwnPosts(userId, { signal: AbortSignal.timeout(timeouts.answerTimeoutMs), mayJoin });
  } catch (error) {
    // The backend does not list this author yet: this is a first post.
    if (isMissing(error)) return { posts: [], isWhole: true };
    throw error;
  }
}

const isMissing = (error: unknown): boolean => isHTTPError(error) && error.response.status === 404;

/**
 * Looks for a new post with the text of the call in doubt, and returns the outcome of the call. A new post that matches
 * no sent text, or only the beginning of one, leaves the outcome unknown: backends escape, cut and normalize texts.
 */
async function whatBecameOf(record: PostRecord, { posts, isWhole }: OwnPosts, sent: NewPost[]): Promise<WritingEvent> {
  const before = seenBefore(record);
  let isUnknown = !isWhole || !before?.isWhole;
  for (const listed of posts.filter(({ _id }) => !before?.ids.includes(_id))) {
    // If the list leaves the content out or cuts it, reads the post itself.
    const post = sent.some((text) => isAlike(listed, text) === 'perhaps') ? await wholePost(listed) : listed;
    if (!post) continue;
    const call = record.unanswered.findLast((each) => each.kind === 'text' && isAlike(post, each.text) === 'yes');
    if (call && before?.isWhole) return { kind: 'done', key: call.key, etag: '', postId: listed._id };
    isUnknown ||= !sent.some((text) => isAlike(post, text) === 'yes');
  }
  return { kind: isUnknown ? 'may have arrived' : 'not arrived' };
}

async function wholePost({ _id }: ListedPost): Promise<ListedPost | undefined> {
  try {
    return await getOwnPost(_id, AbortSignal.timeout(timeouts.answerTimeoutMs));
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/**
 * Returns whether the post may be the sent text as the backend stored it. A backend may trim the text, change line
 * ends, fill empty fields with defaults, or leave fields out of its answer. Compares the image only if there is no
 * content, as the backend may have moved the image to another address.
 */
function isAlike(listed: Omit<ListedPost, '_id'>, sent: NewPost): 'yes' | 'perhaps' | 'no' {
  const [title, imgUrl, content] = [plain(sent.title), plain(sent.imgUrl), plain(sent.content)];
  if (listed.title !== undefined && title !== '' && plain(listed.title) !== title) return 'no';
  if (content === '' && listed.imgUrl !== undefined && imgUrl !== '' && plain(listed.imgUrl) !== imgUrl) return 'no';
  if (listed.content === undefined) return content === '' ? 'yes' : 'perhaps';
  const listedContent = plain(listed.content);
  if (listedContent === content) return 'yes';
  return content.startsWith(listedContent.replace(/(…|\.\.\.)$/, '').trim()) ? 'perhaps' : 'no';
}

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();
