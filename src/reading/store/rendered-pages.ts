import { clearCache } from '../../device/storage/quota.ts';
import { cacheNames } from '../../device/storage/storage-names.ts';

/** The number of the call of the list that the page was rendered after. */
const callHeader = 'X-Call-Number';

/** Returns a page as the own backend rendered it, with its headers, which say what it may load. */
export async function findRenderedPage(url: string): Promise<Response | undefined> {
  return (await caches.open(cacheNames.pages)).match(url, { ignoreVary: true });
}

/** Does nothing if the cached page was rendered for a later call. */
export async function cacheRenderedPage(url: string, page: Response, call: number): Promise<void> {
  const cached = await findRenderedPage(url);
  if (Number(cached?.headers.get(callHeader)) > call) return;
  const numbered = new Response(page.body, page);
  numbered.headers.set(callHeader, String(call));
  await (await caches.open(cacheNames.pages)).put(url, numbered);
}

export const clearRenderedPages = (): Promise<void> => clearCache(cacheNames.pages);
