import * as v from 'valibot';
import { postListSchema } from '../contract/posts.ts';
import { followablePage } from '../data/api/link-header.ts';
import { showAppBadge } from '../data/app-badge.ts';
import { callNumberHeader } from '../data/cache/call-number-header.ts';
import { type ListPage, lookForNew } from '../data/follows/look-for-new.ts';
import { isDataSaved } from '../data/save-data.ts';
import { readValidBody } from './cache-answer.ts';
import { readingOf } from './classify-request.ts';
import { fetchAndCache, findCachedReading } from './reading.ts';

/** Asks what is new of those followed with the app closed, caches it, and counts it on the app's icon. */
export async function lookInBackground(event: ExtendableEvent): Promise<void> {
  if (isDataSaved()) return;
  try {
    await lookForNew((url) => readAndCache(event, url));
  } finally {
    await showAppBadge();
  }
}

/** @throws Error if the backend does not answer with a list */
async function readAndCache(event: ExtendableEvent, url: string): Promise<ListPage> {
  const request: Request = new Request(url, { headers: { Accept: 'application/json' } });
  const reading = readingOf(request);
  if (!reading) throw new Error(`${url} is no list`);
  const copy = await findCachedReading(reading, url);
  const { response, outcome } = await fetchAndCache(event, { request, reading, copy });
  if (response.status === 404 || response.status === 410) return 'gone';
  const order = response.headers.get(callNumberHeader);
  const next = followablePage(response.headers.get('Link'), url);
  const body = await readValidBody(response, reading);
  await outcome;
  if (body === undefined) throw new Error(`${url} was not answered with a list`);
  const posts = v.parse(postListSchema, JSON.parse(body));
  return { posts, next, ...(order !== null && { order: Number(order) }) };
}
