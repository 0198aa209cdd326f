import { clearCache } from '../device/storage/quota.ts';
import { cacheNames } from '../device/storage/storage-names.ts';
import { findStored } from '../reading/answers/answer-reading.ts';
import { type Fetched, fetchReading, type ReadingHost } from '../reading/answers/fetch-reading.ts';
import { readingCallOf } from '../reading/store/reading-call.ts';
import { newestUrl } from '../reading/store/stored-list.ts';
import { keepNewest } from './keep-newest.ts';
import { cacheRenderedHome } from './rendered-home.ts';
import { notifyControlledPages } from './tell-pages.ts';

/** Returns the `ReadingHost` of the calls that the worker answers while it handles an event. */
export const workerHost = (event: ExtendableEvent & { clientId?: string }): ReadingHost => ({
  page: event.clientId ?? '',
  waitUntil: (work) => event.waitUntil(work),
  tell: notifyControlledPages,
  async onStored(reading, { call, hasChanged }) {
    if (reading.url !== newestUrl()) return;
    if (hasChanged) await clearCache(cacheNames.pages);
    event.waitUntil(keepNewest(async (url) => (await refetch(url, event)).outcome));
    await cacheRenderedHome(hasChanged, call);
  },
});

/**
 * Fetches and stores the current state of a list or a post, by the same request as the app's. After a change, tells the
 * pages.
 */
export async function refetch(url: string, event: ExtendableEvent): Promise<Fetched> {
  const request = new Request(url, { headers: { Accept: 'application/json' } });
  const reading = readingCallOf(request);
  // Refuses an address that is no list or post: a backend's `next` link may lead anywhere.
  if (!reading) return { response: Response.error(), outcome: Promise.resolve({ kind: 'invalid' }) };
  return fetchReading({ request, reading, host: workerHost(event), stored: await findStored(reading) });
}
