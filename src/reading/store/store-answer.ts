import type { NotKept } from '../../device/calls/answered-at.ts';
import { followablePage } from '../../device/calls/link-header.ts';
import { isQuotaExceeded } from '../../device/storage/quota.ts';
import { readNewestChoice } from './newest-choice.ts';
import { parseList, parsePost, type SentPost } from './parse-posts.ts';
import { keepSingles } from './put-lists.ts';
import { putPosts, type Removed } from './put-posts.ts';
import type { ReadingCall } from './reading-call.ts';
import { changeReading } from './reading-database.ts';
import { type Stored, storeList } from './store-list.ts';
import { readLists } from './stored-list.ts';
import { isBeforeLogout } from './take-call.ts';

/** The result of storing an answer. */
export type Outcome =
  | Stored
  /** The answer says that posts are deleted. */
  | ({ kind: 'deleted' } & Removed)
  /** The answer is not the list or the post that was asked for, or it broke off. */
  | { kind: 'invalid' }
  /** The device is full. `body`: the answer as the device would have stored it. */
  | { kind: 'no room'; body: string }
  /** The database fails for another reason, or hangs; a later attempt may succeed. */
  | { kind: 'failed' };

/**
 * Stores an answer of the backend, and consumes the response's body. Never rejects.
 *
 * @param call the number of the call, or why none could be taken.
 */
export async function storeAnswer(response: Response, reading: ReadingCall, call: number | NotKept): Promise<Outcome> {
  const { url } = reading;
  const text = await readText(response);
  const sent = reading.kind === 'post' ? parsePost(text) : parseList(text);
  if (!sent) return { kind: 'invalid' };
  const notStored = (kind: NotKept): Outcome => (kind === 'failed' ? { kind } : { kind, body: bodyOf(sent) });
  if (typeof call === 'string') return notStored(call);
  try {
    if (!Array.isArray(sent)) return await storePost(sent, call);
    const next = followablePage(response.headers.get('Link'), url);
    const answer = { url, call, posts: sent, next, answeredAt: Date.now(), size: text.length };
    return await storeList(answer, (await readNewestChoice()).count);
  } catch (error) {
    console.error(`Could not store the answer of ${url}; the earlier one stays.`, error);
    return notStored(isQuotaExceeded(error) ? 'no room' : 'failed');
  }
}

async function readText(response: Response): Promise<string> {
  if (!response.ok) return '';
  try {
    return await response.text();
  } catch (error) {
    console.error(`The answer of ${response.url} broke off; it is ignored.`, error);
    return '';
  }
}

const bodyOf = (sent: SentPost | SentPost[]): string =>
  JSON.stringify(Array.isArray(sent) ? sent.map(({ entry }) => entry) : sent.entry);

/**
 * Stores the answer of a detail call.
 *
 * @throws DOMException `QuotaExceededError`; then nothing has changed.
 */
const storePost = (sent: SentPost, call: number): Promise<Stored> =>
  changeReading(async (store) => {
    if (await isBeforeLogout(store, call)) return { kind: 'older' };
    const lists = await readLists(store);
    const { hasChanged, areAsSent } = await putPosts(store, { lists, posts: [sent], call, isWhole: true });
    if (!areAsSent) return { kind: 'older' };
    await keepSingles(store, [sent.post._id]);
    return { kind: 'stored', call, hasChanged, isAsSent: true, deleted: [], pages: [] };
  });
