import { callPaths } from '../contract/paths.ts';
import { callUrl } from '../data/api/host.ts';
import { followablePage } from '../data/api/link-header.ts';
import { parseList, postIdOf } from '../data/cache/cached-posts.ts';
import { readCached } from '../data/cache/response-cache.ts';
import type { ShownAnswer } from '../data/worker-client/messages.ts';
import { readValidBody } from './cache-answer.ts';
import { readingOf } from './classify-request.ts';
import { cacheShownImages } from './images.ts';
import { fetchAndCache } from './reading.ts';

interface Shown {
  answers: ShownAnswer[];
  images: string[];
}

/**
 * Caches what a page has shown before the worker served it, by requesting it once more. Replies through `port` with the
 * URLs that are done; the page hands over the others again. Never rejects.
 */
export async function cacheShownAnswers(
  event: ExtendableEvent,
  { answers, images }: Shown,
  port: MessagePort | undefined,
): Promise<void> {
  const cachingImages = cacheShownImages(images).catch((error: unknown) =>
    console.error('Could not cache the images that were shown; they will be cached when shown again.', error),
  );
  const cached: ShownAnswer[] = [];
  for (const answer of answers) {
    try {
      if (await cacheShownAnswer(event, answer)) cached.push(answer);
    } catch (error) {
      console.error(`Could not cache ${answer.url}; the page will hand it over again.`, error);
    }
  }
  await cachingImages;
  port?.postMessage(cached.map(({ url }) => url));
}

/**
 * Caches as many pages of a list as were shown, and up to `morePages` more until every shown post is found, as new
 * posts may have pushed it on to a later page. Posts that are on none of them are requested one by one. Begins again
 * where the list's beginning was replaced meanwhile by a newer one that leads past what was found.
 *
 * @returns `false` if the page should hand the answer over again.
 */
async function cacheShownAnswer(event: ExtendableEvent, answer: ShownAnswer): Promise<boolean> {
  for (let round = 0; round < mostRounds; round += 1) {
    const done = await cachePages(event, answer);
    if (done !== 'all found' || (await leadsToAll(answer))) return done !== 'failed';
  }
  return false;
}

/** New posts seldom come faster than a list is read. */
const mostRounds = 3;

/** Whether the cached pages, read from the list's beginning, have every shown post that is not known to be gone. */
async function leadsToAll({ url, ids }: ShownAnswer): Promise<boolean> {
  const reading = readingOf(new Request(url));
  if (!reading || reading.cache === 'posts') return true;
  const unread = new Set(ids);
  const seen = new Set<string>();
  for (let next: string | undefined = url; next && !seen.has(next) && unread.size > 0; ) {
    seen.add(next);
    const copy = await readCached(reading.cache, next);
    if (!copy) return false;
    for (const entry of parseList(copy.body) ?? []) unread.delete(postIdOf(entry) ?? '');
    next = followablePage(copy.link, next);
  }
  return true;
}

async function cachePages(
  event: ExtendableEvent,
  { url, ids, pages }: ShownAnswer,
): Promise<'all found' | 'done' | 'failed'> {
  const missing = new Set(ids);
  const seen = new Set<string>();
  for (let next: string | undefined = url; next && !seen.has(next); ) {
    seen.add(next);
    const request: Request = new Request(next, { headers: { Accept: 'application/json' } });
    const reading = readingOf(request);
    if (!reading) return 'done';
    const { response, outcome } = await fetchAndCache(event, { request, reading, isShown: true });
    const answer = response.clone();
    const what = await outcome;
    if (what === 'no room') return 'done';
    if (what === 'failed') return 'failed';
    if (!response.ok) return response.status >= 400 && response.status < 500 ? 'done' : 'failed';
    const body = await readValidBody(answer, reading);
    if (body === undefined) return 'failed';
    for (const entry of parseList(body) ?? []) missing.delete(postIdOf(entry) ?? '');
    const isEnough = seen.size >= pages && (missing.size === 0 || seen.size >= pages + morePages);
    next = isEnough ? undefined : followablePage(response.headers.get('Link'), next);
  }
  // A list ordered by edits or popularity may have moved them anywhere: only their own URLs tell if they are deleted.
  for (const id of missing) {
    if (!(await cacheShownAnswer(event, { url: callUrl(callPaths.post(id)), ids: [], pages: 1 }))) return 'failed';
  }
  return missing.size === 0 ? 'all found' : 'done';
}

/** New posts seldom push a post further than this many pages. */
const morePages = 2;
