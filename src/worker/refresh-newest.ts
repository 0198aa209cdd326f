import { callPaths } from '../contract/paths.ts';
import { callUrl } from '../data/api/host.ts';
import { evictExcess } from '../data/cache/response-cache.ts';
import { withCacheLock } from '../data/cache/with-cache-lock.ts';
import { readNewestChoice } from '../data/newest-choice.ts';
import { isDataSaved } from '../data/save-data.ts';
import { notifyControlledPages } from './notify-controlled-pages.ts';
import { fetchAndCache, findCachedReading } from './reading.ts';

/** Deletes what the reader's choice leaves out, and begins to fetch what it adds. Never waits for the network. */
export async function applyNewestChoice(event: ExtendableEvent): Promise<true> {
  await withCacheLock(() => evictExcess('lists'));
  await notifyControlledPages({ type: 'moved' });
  event.waitUntil(refresh(event));
  return true;
}

/** Asks for the newest posts with the app closed. */
export async function refreshInBackground(event: ExtendableEvent): Promise<void> {
  if (!isDataSaved()) await refresh(event);
}

/** Refreshes the list, which `keepNewest` follows. */
async function refresh(event: ExtendableEvent): Promise<void> {
  if ((await readNewestChoice()).count === 0) return;
  const request = new Request(callUrl(callPaths.posts), { headers: { Accept: 'application/json' } });
  const reading = { cache: 'lists' } as const;
  const copy = await findCachedReading(reading, request.url);
  await (await fetchAndCache(event, { request, reading, copy })).outcome;
}
