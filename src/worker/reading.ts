import { callPaths } from '../contract/paths.ts';
import { callUrl } from '../data/api/host.ts';
import { isWebPage } from '../data/api/is-web-page.ts';
import { type CacheTicket, readGeneration } from '../data/cache/cache-generation.ts';
import { findCachedPost } from '../data/cache/cached-posts.ts';
import type { CachedResponse } from '../data/cache/cached-response.ts';
import { takeCallNumber } from '../data/cache/call-number.ts';
import { callNumberHeader } from '../data/cache/call-number-header.ts';
import { putCachedAndEvict, readCached, toResponse } from '../data/cache/response-cache.ts';
import { withCacheLock } from '../data/cache/with-cache-lock.ts';
import { timeouts } from '../data/timeouts.ts';
import { resultWithin, withTimeout } from '../data/with-timeout.ts';
import { type CacheOutcome, cacheAnswer, type ReadingRequest, readValidBody } from './cache-answer.ts';
import { type Reading, readingOf } from './classify-request.ts';
import { keepNewest } from './keep-newest.ts';
import { notifyControlledPages } from './notify-controlled-pages.ts';

/**
 * Answers the request for a list or a post. A cached response is returned at once, while a newer one is fetched behind
 * it; the pages are told if that differs. With nothing cached, the network answers. If the cached response is stale, or
 * the request's cache mode is `reload`, the network is given `timeouts.staleWaitMs`; the cached response is returned if
 * it takes longer or fails.
 */
export async function respondWithReading(event: FetchEvent, reading: Reading): Promise<Response> {
  const { request } = event;
  if (request.cache === 'no-store') return fetchWithoutCache(request);
  const copy = await findCachedReading(reading, request.url);
  if (!copy) return (await fetchAndCache(event, { request, reading })).response;
  if (copy.isAhead) event.waitUntil(markShown(copy.page ?? copy.url));
  if (copy.isStale || request.cache === 'reload') {
    const fresh = fetchAndCache(event, { request, reading, copy }).then(({ response }) => response);
    event.waitUntil(fresh);
    const whole = fresh.then((response) => readValidBody(response.clone(), reading));
    const isAnswered = (await resultWithin(timeouts.staleWaitMs, whole)) !== undefined;
    return isAnswered ? await fresh : toResponse(copy);
  }
  if (request.cache !== 'force-cache') event.waitUntil(fetchAndCache(event, { request, reading, copy }));
  return toResponse(copy);
}

/** A cache that cannot be read counts as empty, so that the network answers. */
export async function findCachedReading(reading: Reading, url: string): Promise<CachedResponse | undefined> {
  try {
    return await (reading.cache === 'posts' ? findCachedPost(reading.id, url) : readCached(reading.cache, url));
  } catch (error) {
    console.error(`Could not read the cached response of ${url}; asking the network.`, error);
    return undefined;
  }
}

/** Records that the app has shown a page that was fetched ahead, or a post on it: it is evicted like any other. */
function markShown(url: string): Promise<void> {
  return withCacheLock(async () => {
    const page = await readCached('lists', url);
    if (page?.isAhead) await putCachedAndEvict('lists', { ...page, isAhead: false });
  }).catch((error: unknown) =>
    console.error(`Could not record that ${url} was shown; it may be evicted early.`, error),
  );
}

async function fetchWithoutCache(request: Request): Promise<Response> {
  const ticket = await takeTicket();
  return numbered(await fetch(request), ticket);
}

interface Answered {
  /** A network error if the fetch failed. */
  response: Response;
  /** What became of the answer in the cache. Never rejects. */
  outcome: Promise<CacheOutcome>;
}

/**
 * Fetches the answer and caches it. The event waits for both, and does so from the start: a caller with a timeout gives
 * up before a late answer comes, and an event that is over cannot be extended any more.
 *
 * @throws DOMException `InvalidStateError` when the event is over; then nothing is fetched.
 */
export async function fetchAndCache(event: ExtendableEvent, asking: ReadingRequest): Promise<Answered> {
  const { promise, resolve } = Promise.withResolvers<Answered>();
  event.waitUntil(promise);
  resolve(fetchThenCache(event, asking));
  return promise;
}

async function fetchThenCache(event: ExtendableEvent, asking: ReadingRequest): Promise<Answered> {
  const ticket = await takeTicket();
  let response: Response;
  try {
    // Always reaches the backend: the HTTP cache may only revalidate, if the backend sends validators.
    response = numbered(await fetch(new Request(asking.request, { cache: 'no-cache' })), ticket);
  } catch {
    // Not logged: the pages are told, and the caller gets a network error.
    await notifyControlledPages({ type: 'connection', connection: 'away' });
    return { response: Response.error(), outcome: Promise.resolve('not to be stored') };
  }
  // A web page with a success status is a captive portal's: the backend was not reached.
  if (!(response.ok && isWebPage(response)))
    await notifyControlledPages({ type: 'connection', connection: 'reachable' });
  if (!ticket) return { response, outcome: Promise.resolve('failed') };
  const caching = cacheAnswer(response.clone(), asking, ticket);
  event.waitUntil(caching);
  const outcome = caching.catch((error: unknown): CacheOutcome => {
    console.error(`Could not cache the answer of ${asking.request.url}; the cached response, if any, stays.`, error);
    return 'failed';
  });
  if (asking.request.url === callUrl(callPaths.posts))
    event.waitUntil(
      outcome.then((what) => (what === 'stored' ? keepNewest(asking.copy, fetchAhead(event)) : undefined)),
    );
  return { response, outcome };
}

const fetchAhead =
  (event: ExtendableEvent) =>
  async (url: string): Promise<CacheOutcome> => {
    const request = new Request(url, { headers: { Accept: 'application/json' } });
    const reading = readingOf(request);
    if (reading?.cache !== 'lists') return 'not to be stored';
    return (await fetchAndCache(event, { request, reading, isAhead: true })).outcome;
  };

/** `undefined` if storage fails; then the answer is not cached. */
async function takeTicket(): Promise<CacheTicket | undefined> {
  try {
    const [callNumber, now] = await withTimeout(
      timeouts.deviceTimeoutMs,
      Promise.all([takeCallNumber(), readGeneration()]),
    );
    return { callNumber, generation: now };
  } catch (error) {
    console.error('Could not take a call number; the answer will not be cached.', error);
    return undefined;
  }
}

/** Adds the call number, so that a page can tell an older answer from a newer one. */
function numbered(response: Response, ticket: CacheTicket | undefined): Response {
  if (!ticket || response.type === 'error') return response;
  const { status, statusText } = response;
  const headers = new Headers(response.headers);
  headers.set(callNumberHeader, String(ticket.callNumber));
  return new Response(response.body, { status, statusText, headers });
}
