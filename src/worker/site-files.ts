import { dressPage } from '../contract/dress-page.ts';
import { type SiteSettings, sitePaths } from '../contract/site.ts';
import { hasSiteFiles, isOwnBackend } from '../device/calls/host.ts';
import { isWebPage } from '../device/calls/is-web-page.ts';
import { orLog } from '../device/or-log.ts';
import { clearCache } from '../device/storage/quota.ts';
import { cacheNames } from '../device/storage/storage-names.ts';
import { findPrecached } from './precache.ts';
import { notifyControlledPages } from './tell-pages.ts';

const manifestPath = '/manifest.webmanifest';

const openSite = () => caches.open(cacheNames.site);

/** Returns whether the requested file is made from the operator's settings. */
export function isSiteFile({ url }: Request): boolean {
  const { origin, pathname } = new URL(url);
  if (!hasSiteFiles || origin !== location.origin) return false;
  return pathname === manifestPath || pathname.startsWith('/site-icons/') || pathname.startsWith('/site-pages/');
}

/**
 * Answers from the cache, because a file's address changes with its content, or else from the network. Without a
 * network, answers with another version of the same file. Answers with the build's manifest only if the operator has
 * set nothing: it has the product's name, and would rename the installed app.
 */
export async function respondWithSiteFile({ request }: FetchEvent): Promise<Response> {
  const cache = await openSite();
  const cached = await cache.match(request.url, { ignoreVary: true });
  if (cached) return cached;
  try {
    return await fetch(request);
  } catch (error) {
    const other = await cache.match(request.url, { ignoreVary: true, ignoreSearch: true });
    const found = other ?? (isOwnBackend && isSet(await readSite()) ? undefined : await findPrecached(request.url));
    if (!found) throw error;
    return found;
  }
}

/**
 * Puts the cached settings into the page. Changes nothing if the settings cannot be read, or if the backend is foreign:
 * that build's page has its settings already.
 */
export async function dressWithSite(finding: Promise<Response | undefined>): Promise<Response | undefined> {
  if (!isOwnBackend) return finding;
  const reading = orLog('Could not read the settings of the site; the page is shown without them.', readSite());
  const [page, site] = await Promise.all([finding, reading]);
  return page && isSet(site) ? new Response(dressPage(await page.text(), site), page) : page;
}

/**
 * Caches the settings, and the files that they name, for the next page that is opened. If the settings have changed,
 * removes the pages that were rendered with the earlier settings, and tells the open pages. Never rejects.
 */
export async function refreshSite(): Promise<void> {
  if (!hasSiteFiles) return;
  try {
    const response = await fetchFile(sitePaths.settings);
    const site: SiteSettings = await response.clone().json();
    const before = await readSite();
    const files = [...(site.icon ? [sitePaths.logo(site.icon)] : []), ...(site.pages ?? []).map(sitePaths.page)];
    const cache = await openSite();
    // Caches the files before the settings, which must not name missing files.
    for (const file of files)
      if (!(await cache.match(file, { ignoreVary: true }))) await cache.put(file, await fetchFile(file));
    await cache.put(sitePaths.settings, response);
    if (JSON.stringify(before ?? {}) === JSON.stringify(site)) return;
    await clearCache(cacheNames.pages);
    const named = new Set([sitePaths.settings, ...files].map((file) => new URL(file, location.href).href));
    for (const file of await cache.keys()) if (!named.has(file.url)) await cache.delete(file);
    await notifyControlledPages({ type: 'site', settings: site });
  } catch (error) {
    console.info('Could not refresh the settings of the site; those on the device stay.', error);
  }
}

/** Fetches a file. @throws Error on an error status, or if a web page, such as a captive portal's, is sent instead. */
async function fetchFile(path: string): Promise<Response> {
  const response = await fetch(path, { cache: 'no-cache' });
  if (!response.ok || isWebPage(response)) throw new Error(`${path} is not answered as it should be.`);
  return response;
}

async function readSite(): Promise<SiteSettings | undefined> {
  return (await (await openSite()).match(sitePaths.settings, { ignoreVary: true }))?.json();
}

const isSet = (site: SiteSettings | undefined): site is SiteSettings =>
  site !== undefined && Object.keys(site).length > 0;
