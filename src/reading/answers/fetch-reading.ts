import { type NotKept, notKeptHeader } from '../../device/calls/answered-at.ts';
import { isWebPage } from '../../device/calls/is-web-page.ts';
import { isQuotaExceeded } from '../../device/storage/quota.ts';
import { timeouts } from '../../device/timeouts.ts';
import { withTimeout } from '../../device/with-timeout.ts';
import type { FromWorker } from '../news/messages.ts';
import type { StoredAnswer } from '../store/read-stored.ts';
import type { ReadingCall } from '../store/reading-call.ts';
import { type Outcome, storeAnswer } from '../store/store-answer.ts';
import { type TakenCall, takeCall } from '../store/take-call.ts';
import { forgetDeleted, removeRefused } from './deleted-elsewhere.ts';
import { shareCall } from './share-call.ts';

/** The context that answers calls for lists and posts: the worker, or a page that no worker controls. */
export interface ReadingHost {
  /** The id of the page that asks; empty for the worker's own calls, and in a page that answers its own calls. */
  page: string;
  /** Keeps the worker alive until the work is done. */
  waitUntil(work: Promise<unknown>): void;
  /** Sends a message to the open pages. */
  tell(news: FromWorker): Promise<void>;
  /** Called after an answer was stored. */
  onStored(reading: ReadingCall, stored: { call: number; hasChanged: boolean }): Promise<void>;
}

/** A call for a list or a post, and the host that answers it. */
export interface Asked {
  request: Request;
  reading: ReadingCall;
  host: ReadingHost;
  /** The answer that was stored before this call; the page may have received that answer. */
  stored?: StoredAnswer | undefined;
}

export interface Fetched {
  /** A network error if the fetch failed. */
  response: Response;
  /** Resolves when the answer has been stored, or could not be stored. Never rejects. */
  outcome: Promise<Outcome>;
}

/**
 * Fetches the answer, stores it, and tells the pages what has changed. Extends the worker's event at once: a caller
 * with a timeout may end the event before a late answer arrives, and an ended event cannot be extended.
 *
 * @throws DOMException `InvalidStateError` when the event is over; then nothing is fetched.
 */
export async function fetchReading(asked: Asked): Promise<Fetched> {
  const { promise, resolve } = Promise.withResolvers<Fetched>();
  asked.host.waitUntil(promise.then(({ outcome }) => outcome));
  resolve(fetchThenStore(asked));
  return promise;
}

async function fetchThenStore(asked: Asked): Promise<Fetched> {
  const taken = await takeCallInTime(asked.reading);
  if (typeof taken === 'string') return makeCall(asked, taken);
  const fetched = await shareCall(asked, taken, () => makeCall(asked, taken.call));
  return fetched ?? fetchThenStore(asked);
}

async function makeCall(asked: Asked, call: number | NotKept): Promise<Fetched> {
  const { request, host } = asked;
  let response: Response;
  try {
    // With `no-cache`, every call reaches the backend: the HTTP cache answers only after revalidating.
    response = await fetch(new Request(request, { cache: 'no-cache' }));
  } catch {
    // Not logged: the pages are told that the network is away, and the caller gets a network error.
    await host.tell({ type: 'connection', connection: 'away' });
    return { response: Response.error(), outcome: Promise.resolve({ kind: 'invalid' }) };
  }
  // A successful response with a web page comes from a captive portal: the backend was not reached.
  if (!(response.ok && isWebPage(response))) await host.tell({ type: 'connection', connection: 'reachable' });
  const outcome = storeAndTell(response.clone(), asked, call);
  return { response: typeof call === 'string' ? asNotKept(response, call) : response, outcome };
}

/** Adds a header with the reason why the response is not stored. Pages do not replace it with an older answer. */
export function asNotKept(response: Response, why: NotKept): Response {
  if (response.type === 'error') return response;
  const marked = new Response(response.body, response);
  marked.headers.set(notKeptHeader, why);
  return marked;
}

/** Returns a number for the call, or the reason why its answer cannot be stored. */
async function takeCallInTime(reading: ReadingCall): Promise<TakenCall | NotKept> {
  try {
    return await withTimeout(timeouts.databaseTimeoutMs, takeCall(reading));
  } catch (error) {
    console.error('Could not take a call number; the answer will not be stored.', error);
    return isQuotaExceeded(error) ? 'no room' : 'failed';
  }
}

async function storeAndTell(response: Response, asked: Asked, call: number | NotKept): Promise<Outcome> {
  const { reading, host } = asked;
  const refused = await removeRefused(response.clone(), reading, call);
  const outcome = refused ?? (await storeAnswer(response, reading, call));
  const isStored = outcome.kind === 'stored';
  if (refused || (isStored && outcome.hasChanged)) await host.tell({ type: 'moved' });
  if ('deleted' in outcome) await forgetDeleted(outcome.deleted);
  for (const url of unseenOf(outcome, asked))
    await host.tell({ type: 'changed', url, isKept: outcome.kind !== 'no room' });
  if (isStored) await host.onStored(reading, outcome);
  return outcome;
}

/** Returns the URLs of calls whose newest answer the open pages have not seen. */
function unseenOf(outcome: Outcome, { request, reading: { url }, stored }: Asked): Iterable<string> {
  switch (outcome.kind) {
    case 'deleted':
      return outcome.pages;
    case 'stored': {
      // An empty page stands for evicted pages, until a tab requests it. That tab must not be told: the tab would read
      // its whole list again, and evict other pages. With a list too long for the device, this would never end.
      const isUnseen = stored ? !stored.isEmpty && (outcome.hasChanged || stored.isStale) : !outcome.isAsSent;
      return new Set([...(isUnseen ? [url] : []), ...outcome.pages]);
    }
    case 'older':
      return [url];
    case 'no room':
      // A tab that hears of a change asks with `reload`. Announcing that answer, too, would make two tabs reload
      // forever.
      return stored && stored.body !== outcome.body && request.cache !== 'reload' ? [url] : [];
    default:
      return [];
  }
}
