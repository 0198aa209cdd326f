import { clearRenderedPages } from '../data/cache/rendered-pages.ts';
import { fetchReading } from '../reading/fetch-reading.ts';
import { readingCallAt } from '../reading/reading-call.ts';
import type { ReadingHost } from '../reading/reading-host.ts';
import type { Outcome } from '../reading/store-answer.ts';
import { newestUrl } from '../reading/stored-page.ts';
import { keepNewest } from './keep-newest.ts';
import { notifyControlledPages } from './notify-controlled-pages.ts';
import { cacheRenderedHome } from './rendered-home.ts';

/** The worker as what answers calls for lists and posts. It lives as long as the event is extended. */
export function workerHost(event: ExtendableEvent): ReadingHost {
  const host: ReadingHost = {
    waitUntil: (work) => event.waitUntil(work),
    tell: notifyControlledPages,
    async onStored(reading, { call, hasChanged }) {
      if (reading.url !== newestUrl()) return;
      if (hasChanged) await clearRenderedPages();
      event.waitUntil(keepNewest(fetchAhead));
      await cacheRenderedHome(hasChanged, call);
    },
  };
  const fetchAhead = async (url: string): Promise<Outcome> => {
    const reading = readingCallAt(url);
    if (reading?.kind !== 'list') return { kind: 'invalid' };
    return (await fetchReading({ request: jsonRequest(url), reading, host, isAhead: true })).outcome;
  };
  return host;
}

/** A request for a list or a post, as the app makes it. */
export const jsonRequest = (url: string): Request => new Request(url, { headers: { Accept: 'application/json' } });
