import { isDataSaved } from '../../device/save-data.ts';
import { cacheNames } from '../../device/storage/storage-names.ts';

export const newestCounts = [0, 20, 100, 300] as const;

/** The reader's choice: how many of the newest posts to store on this device, and whether to store their pictures. */
export interface NewestChoice {
  count: (typeof newestCounts)[number];
  withPictures: boolean;
}

/** The maximum number of posts to fetch in advance while the browser's data saver is on. */
export const savingCount = 20;

/** Reads the choice from the cache of display preferences, so that neither page nor worker needs IndexedDB for it. */
export async function readNewestChoice(): Promise<NewestChoice> {
  const stored = await (await caches.open(cacheNames.preferences)).match(address());
  const chosen: Partial<NewestChoice> = stored ? await stored.json() : {};
  return {
    count: newestCounts.find((count) => count === chosen.count) ?? (isDataSaved() ? savingCount : 100),
    withPictures: chosen.withPictures === true,
  };
}

/** @throws DOMException if the choice cannot be stored */
export async function saveNewestChoice(choice: NewestChoice): Promise<void> {
  await (await caches.open(cacheNames.preferences)).put(address(), Response.json(choice));
}

/** Returns the cache key: an address that is no page of the app. */
const address = () => new URL('/newest', location.origin).href;
