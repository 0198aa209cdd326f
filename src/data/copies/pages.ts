import { cacheNames } from '../storage.ts';
import { emptyCache } from './space.ts';

/** A page as the own backend rendered it, its headers along with it: they say what it may load. */
export async function findPage(url: string): Promise<Response | undefined> {
  return (await caches.open(cacheNames.pages)).match(url, { ignoreVary: true });
}

export async function keepPage(url: string, page: Response): Promise<void> {
  await (await caches.open(cacheNames.pages)).put(url, page);
}

/** What was rendered of a state that is no more. */
export const dropPages = (): Promise<void> => emptyCache(cacheNames.pages);
