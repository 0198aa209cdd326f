import { answeredAtHeader } from '../../device/calls/answered-at.ts';
import { isWebPage } from '../../device/calls/is-web-page.ts';
import { orLog } from '../../device/or-log.ts';
import { timeouts } from '../../device/timeouts.ts';
import { resultWithin, withTimeout } from '../../device/with-timeout.ts';
import { readStoredList, readStoredPost, type StoredAnswer } from '../store/read-stored.ts';
import type { ReadingCall } from '../store/reading-call.ts';
import { type Asked, asNotKept, type Fetched, fetchReading } from './fetch-reading.ts';

/**
 * Answers the request for a list or a post. With nothing stored, the network answers. Otherwise the cache mode decides:
 * - `default`: the stored answer. Also fetches a newer answer, and tells the pages if it differs.
 * - `force-cache`: the stored answer.
 * - `reload`: the network's answer; the stored one if the network fails or takes longer than `timeouts.staleWaitMs`. If
 *   the stored answer is stale, `default` and `force-cache` work like `reload`.
 * - `no-cache`: only the network's answer; a call in flight may be shared.
 * - `no-store`: only the network's answer, by a separate call; the answer is not stored.
 */
export async function answerReading(asked: Omit<Asked, 'stored'>): Promise<Response> {
  const { request, reading, host } = asked;
  if (request.cache === 'no-store') return fetch(request);
  const stored = await findStored(reading);
  if (request.cache === 'no-cache') return (await fetchReading({ ...asked, stored })).response;
  if (!stored) {
    const { response } = await fetchReading({ ...asked, stored });
    // After a failure, reads storage again: another call's answer may be stored by now, or storage may work again.
    const since = response.ok && !isWebPage(response) ? undefined : await findStored(reading);
    return since ? toResponse(since, 'device') : response;
  }
  if (stored.isStale || request.cache === 'reload') {
    const fetching = fetchReading({ ...asked, stored }).then((fetched) => newestOf(fetched, reading, stored));
    return (await resultWithin(timeouts.staleWaitMs, fetching)) ?? toResponse(stored, 'device');
  }
  if (request.cache !== 'force-cache') host.waitUntil(fetchReading({ ...asked, stored }));
  return toResponse(stored, 'device');
}

/** Returns the stored answer. If storage cannot be read, returns `undefined`, so that the network answers. */
export function findStored(reading: ReadingCall): Promise<StoredAnswer | undefined> {
  const reads = reading.kind === 'post' ? readStoredPost(reading.id) : readStoredList(reading.url);
  return orLog(
    `Could not read the stored answer of ${reading.url}; asking the network.`,
    withTimeout(timeouts.databaseTimeoutMs, reads),
  );
}

/** Returns the newest answer. Reads the stored answer again: a later call may have been answered before this one. */
async function newestOf({ response, outcome }: Fetched, reading: ReadingCall, before: StoredAnswer): Promise<Response> {
  const { kind } = await outcome;
  if (kind === 'invalid') return toResponse(before, 'device');
  if (kind === 'no room' || kind === 'failed') return asNotKept(response, kind);
  const stored = kind === 'not wanted' ? undefined : await findStored(reading);
  return stored ? toResponse(stored, 'backend') : response;
}

/** @param answeredBy `backend` if the backend has just given this answer. */
function toResponse({ body, next, answeredAt = 0 }: StoredAnswer, answeredBy: 'device' | 'backend'): Response {
  const headers = new Headers({ 'Content-Type': 'application/json' });
  if (next !== undefined) headers.set('Link', `<${next}>; rel="next"`);
  if (answeredBy === 'device') headers.set(answeredAtHeader, String(answeredAt));
  return new Response(body, { headers });
}
