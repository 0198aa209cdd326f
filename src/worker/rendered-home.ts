import { pagePaths } from '../contract/paths.ts';
import { isOwnBackend } from '../device/calls/host.ts';
import { isWebPage } from '../device/calls/is-web-page.ts';
import { orLog } from '../device/or-log.ts';
import { clearCache } from '../device/storage/quota.ts';
import { cacheNames } from '../device/storage/storage-names.ts';
import { hasChangedSince } from '../reading/store/take-call.ts';
import { canStart } from './file-checks.ts';
import { isOfThisBuild } from './precache.ts';

/**
 * Returns the cached list page as the server rendered it, so that the list shows before the app runs; `undefined` for
 * every other page. Never rejects: returns `undefined` if the cache cannot be read.
 */
export async function findRenderedHome(url: string): Promise<Response | undefined> {
  const { pathname, search } = new URL(url);
  if (pathname !== pagePaths.home || search !== '') return undefined;
  return orLog('Could not read the rendered list; the app renders it itself.', findPageOfThisBuild(url));
}

/** The header of a cached page with the number of a call for the list. The server rendered the page after that call. */
const callHeader = 'X-Call-Number';

const openPages = () => caches.open(cacheNames.pages);

async function findPageOfThisBuild(url: string): Promise<Response | undefined> {
  const page = await (await openPages()).match(url, { ignoreVary: true });
  return page && startsThisBuild(await page.clone().text()) ? page : undefined;
}

/**
 * Caches the list page as the server rendered it. Call it after storing this call's answer for the list. Does nothing
 * if that answer changed nothing and a page is cached. Never rejects.
 */
export async function cacheRenderedHome(hasChanged: boolean, call: number): Promise<void> {
  const url = new URL(pagePaths.home, location.origin).href;
  if (!isOwnBackend || (!hasChanged && (await findRenderedHome(url)))) return;
  try {
    const page = await fetch(url, { cache: 'no-cache' });
    // Browsers refuse a redirected response for a navigation (Fetch, section 4.3).
    if (!page.ok || page.redirected || !isWebPage(page) || !startsThisBuild(await page.clone().text())) return;
    const cached = await (await openPages()).match(url, { ignoreVary: true });
    if (Number(cached?.headers.get(callHeader)) > call) return;
    const numbered = new Response(page.body, page);
    numbered.headers.set(callHeader, String(call));
    await (await openPages()).put(url, numbered);
    // A write may have been confirmed during the fetch, and the fetched page may lack it.
    if (await hasChangedSince(call)) await clearCache(cacheNames.pages);
  } catch (error) {
    console.error('Could not cache the rendered list; the app renders it itself.', error);
  }
}

/**
 * Returns whether the page starts the build that is on this device. The page of a newer build would request files that
 * are not cached, and a captive portal's page starts no build.
 */
const startsThisBuild = (html: string): boolean => canStart(html, isOfThisBuild);
