import { orLog } from '../device/or-log.ts';
import { lockNames } from '../device/storage/storage-names.ts';
import { withLock } from '../device/storage/with-lock.ts';
import { canStart, hasExpectedType, hasHash } from './file-checks.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: PrecacheFile[] };

/** A file of the built app, as vite-plugin-pwa lists it in `worker.js`. */
interface PrecacheFile {
  url: string;
  /** The beginning of its content's SHA-256 (src/build/service-worker.ts). */
  revision: string;
}

const precacheName = 'precache';

/** The files of this build, by address. */
const precacheFiles: ReadonlyMap<string, PrecacheFile> = new Map(
  self.__WB_MANIFEST.map((file) => [absolute(file.url), file]),
);

/** Returns whether the file's name contains a hash of its content. */
const isNamedAnew = ({ url }: PrecacheFile): boolean => url.startsWith('assets/');

/** Returns the file's key in the cache. A changed file has another key, so that the earlier build's file stays. */
function cacheKeyOf(file: PrecacheFile): string {
  const key = new URL(file.url, location.href);
  if (!isNamedAnew(file)) key.searchParams.set('revision', file.revision);
  return key.href;
}

/** Returns this build's file at the URL; a fragment is ignored. */
const precacheFileAt = (url: string): PrecacheFile | undefined => precacheFiles.get(absolute(url));

function absolute(url: string): string {
  const { href, hash } = new URL(url, location.href);
  return hash ? href.slice(0, -hash.length) : href;
}

/**
 * Caches every file of the build before this worker takes over, so that every route opens without a network. Files of
 * an earlier build stay until `deleteUnusedPrecaches`, as pages of that build may be open and will request them.
 */
export function precacheOnInstall(): void {
  self.addEventListener('install', (event) => {
    // The lock keeps an earlier worker from deleting files that this worker relies on. The first worker takes no lock:
    // if its page closes during installation, WebKit ends it, may never release the lock, and starts it again.
    const { active, waiting } = self.registration;
    event.waitUntil(active || waiting ? withLock(lockNames.build, install) : install());
  });
}

const openFiles = () => caches.open(precacheName);

const cachedKeys = async () => new Set((await (await openFiles()).keys()).map(({ url }) => url));

/**
 * Fetches the files that are missing or wrong. Rejects at the first file that the host lacks: then the earlier worker
 * stays active, and the next update check continues with the files that are still missing.
 */
async function install(): Promise<void> {
  // Lists the keys once: on a first visit there are none, and looking up each file took a third of the time.
  const files = await openFiles();
  const keys = await cachedKeys();
  for (const file of precacheFiles.values()) {
    const cached = keys.has(cacheKeyOf(file)) ? await files.match(cacheKeyOf(file)) : undefined;
    if (!cached || !(await isIntact(file, cached))) await precacheFile(file);
  }
}

/** Fetches a file of this build and caches it. Rejects, and caches nothing, if the host sends anything else. */
async function precacheFile(file: PrecacheFile): Promise<Response> {
  const files = await openFiles();
  const answer = await fetchFile(file);
  // Browsers refuse a redirected response for a navigation (Fetch, section 4.3), so this copies it to a new one.
  const response = answer.redirected ? new Response(answer.body, answer) : answer;
  await files.put(cacheKeyOf(file), response.clone());
  return response;
}

async function fetchFile(file: PrecacheFile): Promise<Response> {
  // The HTTP cache may hold a wrong response for this file: the last attempt bypasses it.
  for (const cache of isNamedAnew(file) ? (['default', 'reload'] as const) : (['reload'] as const)) {
    const response = await fetch(file.url, { cache, credentials: 'same-origin' });
    if (await isIntact(file, response.clone())) return response;
  }
  throw new Error(`The host does not serve ${file.url} of this build; an update fails, and the earlier build stays.`);
}

/** Returns whether the response is this file. Consumes the body: pass a clone of a response that is still needed. */
async function isIntact({ url, revision }: PrecacheFile, response: Response): Promise<boolean> {
  if (!hasExpectedType(url, response)) return false;
  if (url.endsWith('.html')) return canStart(await response.text(), isOfThisBuild);
  // Checks the hashes of code only: hosts insert markup into pages, and content delivery networks re-encode images.
  return !/\.(?:js|css)$/.test(url) || hasHash(response, revision);
}

/** Returns this build's file at the URL, or else an earlier build's script or style, whose name has another hash. */
export async function findPrecached(url: string): Promise<Response | undefined> {
  const ours = precacheFileAt(url);
  const files = await openFiles();
  const file = (ours && (await files.match(cacheKeyOf(ours)))) ?? (await files.match(url));
  if (!file || !hasExpectedType(url, file)) return undefined;
  return !url.endsWith('.html') || canStart(await file.clone().text(), isOfThisBuild) ? file : undefined;
}

/** Fetches and caches a missing file. Resolves to `undefined` if this build lacks it, or on failure. Never rejects. */
export async function restorePrecached(url: string): Promise<Response | undefined> {
  const file = precacheFileAt(url);
  return file && orLog(`Could not restore the missing file ${url}; the next request tries again.`, precacheFile(file));
}

/** Restores files of this build that the browser evicted. */
export async function restoreAllPrecached(): Promise<void> {
  const cached = await cachedKeys();
  for (const [url, file] of precacheFiles) if (!cached.has(cacheKeyOf(file))) await restorePrecached(url);
}

export const isOfThisBuild = (url: string): boolean => precacheFileAt(url) !== undefined;

export async function filesOfOtherBuilds(): Promise<Request[]> {
  const ours = new Set([...precacheFiles.values()].map(cacheKeyOf));
  return (await (await openFiles()).keys()).filter(({ url }) => !ours.has(url));
}

export async function deletePrecached(files: Request[]): Promise<void> {
  const cache = await openFiles();
  for (const file of files) await cache.delete(file, { ignoreVary: true });
}
