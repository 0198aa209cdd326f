import { followablePage } from '../data/api/link-header.ts';
import { showAppBadge } from '../data/app-badge.ts';
import { type ListPage, lookForNew } from '../data/follows/look-for-new.ts';
import { isDataSaved } from '../data/save-data.ts';
import { findStored } from '../reading/answer-reading.ts';
import { fetchReading } from '../reading/fetch-reading.ts';
import { parseList } from '../reading/parse-posts.ts';
import { readingCallAt } from '../reading/reading-call.ts';
import { jsonRequest, workerHost } from './worker-host.ts';

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
  const reading = readingCallAt(url);
  if (!reading) throw new Error(`${url} is no list`);
  const stored = await findStored(reading);
  const { response, outcome } = await fetchReading({
    request: jsonRequest(url),
    reading,
    host: workerHost(event),
    stored,
  });
  if (response.status === 404 || response.status === 410) return 'gone';
  const posts = response.ok ? parseList(await response.text()) : undefined;
  await outcome;
  if (!posts) throw new Error(`${url} was not answered with a list`);
  return {
    posts: posts.map(({ post }) => post),
    next: followablePage(response.headers.get('Link'), url),
    isFromDevice: false,
  };
}
