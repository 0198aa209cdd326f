import { PrecacheController, type PrecacheEntry } from 'workbox-precaching';
import { lockNames } from '../data/storage.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (PrecacheEntry | string)[] };

/**
 * The built app, whole. Workbox would remove an earlier build's files as soon as this worker takes over, while pages
 * of that build are open and will ask for them: they stay until `dropFormerBuilds`.
 */
const build = new PrecacheController();

/** On the device before this worker takes over, so that every route opens without a network. */
export function keepBuild(): void {
  build.addToCacheList(self.__WB_MANIFEST);
  const install = (event: ExtendableEvent) => inTurn(() => build.install(event));
  self.addEventListener('install', (event) => event.waitUntil(install(event)));
}

/** Not while an earlier worker removes files that this one counts on. */
const inTurn = (work: () => Promise<unknown>): Promise<unknown> =>
  navigator.locks ? navigator.locks.request(lockNames.build, work) : work();

const openFiles = () => caches.open(build.strategy.cacheName);

/** This build's file at the address, else an earlier build's: its scripts and styles have names of their own. */
export async function findFile(url: string): Promise<Response | undefined> {
  return (await build.matchPrecache(url)) ?? (await openFiles()).match(url);
}

export const isOfThisBuild = (url: string): boolean => build.getCacheKeyForURL(url) !== undefined;

/** What lies here of other builds. */
export async function otherFiles(): Promise<Request[]> {
  const ours = new Set(build.getURLsToCacheKeys().values());
  return (await (await openFiles()).keys()).filter(({ url }) => !ours.has(url));
}

export async function dropFiles(files: Request[]): Promise<void> {
  const kept = await openFiles();
  for (const file of files) await kept.delete(file, { ignoreVary: true });
}
