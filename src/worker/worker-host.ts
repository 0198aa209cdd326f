import { findStored } from '../reading/answers/answer-reading.ts';
import { type Fetched, fetchReading } from '../reading/answers/fetch-reading.ts';
import type { ReadingHost } from '../reading/answers/reading-host.ts';
import { readingCallOf } from '../reading/store/reading-call.ts';
import { clearRenderedPages } from '../reading/store/rendered-pages.ts';
import { newestUrl } from '../reading/store/stored-list.ts';
import { keepNewest } from './keep-newest.ts';
import { notifyControlledPages } from './notify-controlled-pages.ts';
import { cacheRenderedHome } from './rendered-home.ts';

/** Returns the host of the calls that the worker answers while it handles an event. */
export const workerHost = (event: ExtendableEvent & { clientId?: string }): ReadingHost => ({
  page: event.clientId ?? '',
  waitUntil: (work) => event.waitUntil(work),
  tell: notifyControlledPages,
  async onStored(reading, { call, hasChanged }) {
    if (reading.url !== newestUrl()) return;
    if (hasChanged) await clearRenderedPages();
    event.waitUntil(keepNewest(async (url) => (await refetch(url, event)).outcome));
    await cacheRenderedHome(hasChanged, call);
  },
});

/**
 * Fetches and stores a list or a post as it is now, by a request as the app makes it. The pages that show it are told if
 * it has changed.
 */
export async function refetch(url: string, event: ExtendableEvent): Promise<Fetched> {
  const request = new Request(url, { headers: { Accept: 'application/json' } });
  const reading = readingCallOf(request);
  // A backend's list may lead anywhere.
  if (!reading) return { response: Response.error(), outcome: Promise.resolve({ kind: 'invalid' }) };
  return fetchReading({ request, reading, host: workerHost(event), stored: await findStored(reading) });
}
