declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: PrecacheFile[] };

/** A file of the built app, as vite-plugin-pwa lists it in `worker.js`. */
export interface PrecacheFile {
  url: string;
  /** The beginning of its content's SHA-256 (src/build/file-revisions.ts). */
  revision: string;
}

/**
 * Earlier versions cached their files with Workbox under this name and under the keys of `cacheKeyOf`. With another
 * name those files would stay on people's devices for ever.
 */
export const precacheName = (): string => `workbox-precache-v2-${self.registration.scope}`;

/** The files of this build, by address. */
export const precacheFiles: ReadonlyMap<string, PrecacheFile> = new Map(
  self.__WB_MANIFEST.map((file) => [absolute(file.url), file]),
);

/** Whether the file has another name in each build that changes it. */
export const isNamedAnew = ({ url }: PrecacheFile): boolean => url.startsWith('assets/');

/** The file's key in the cache. A changed file has another key, so that the earlier build's file stays. */
export function cacheKeyOf(file: PrecacheFile): string {
  const key = new URL(file.url, location.href);
  if (!isNamedAnew(file)) key.searchParams.set('__WB_REVISION__', file.revision);
  return key.href;
}

/** This build's file at the URL; a fragment is ignored. */
export const precacheFileAt = (url: string): PrecacheFile | undefined => precacheFiles.get(absolute(url));

function absolute(url: string): string {
  const { href, hash } = new URL(url, location.href);
  return hash ? href.slice(0, -hash.length) : href;
}
