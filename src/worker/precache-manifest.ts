declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: PrecacheFile[] };

/** A file of the built app, as vite-plugin-pwa lists it in `worker.js`. */
export interface PrecacheFile {
  url: string;
  /** The beginning of its content's SHA-256 (src/build/file-revisions.ts). */
  revision: string;
}

export const precacheName = 'precache';

/** The files of this build, by address. */
export const precacheFiles: ReadonlyMap<string, PrecacheFile> = new Map(
  self.__WB_MANIFEST.map((file) => [absolute(file.url), file]),
);

/** Whether the file has another name in each build that changes it. */
export const isNamedAnew = ({ url }: PrecacheFile): boolean => url.startsWith('assets/');

/** The file's key in the cache. A changed file has another key, so that the earlier build's file stays. */
export function cacheKeyOf(file: PrecacheFile): string {
  const key = new URL(file.url, location.href);
  if (!isNamedAnew(file)) key.searchParams.set('revision', file.revision);
  return key.href;
}

/** This build's file at the URL; a fragment is ignored. */
export const precacheFileAt = (url: string): PrecacheFile | undefined => precacheFiles.get(absolute(url));

function absolute(url: string): string {
  const { href, hash } = new URL(url, location.href);
  return hash ? href.slice(0, -hash.length) : href;
}
