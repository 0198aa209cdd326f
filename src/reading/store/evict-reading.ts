import type { RecordStore } from '../../device/storage/record-database.ts';
import { type Eviction, imageEvictions } from '../../device/storage/with-eviction.ts';
import { changeReading, keys, type Singles } from './reading-database.ts';

/** Removes every list and every post that is not pinned, with its last read version and reading progress. */
export const clearUnpinned = (): Promise<void> =>
  changeReading(async (store) => {
    store.put(keys.singles, [] satisfies Singles);
    for (const key of await store.keys(keys.lists)) store.remove(key);
    const pins = new Set(await store.keys(keys.pins));
    for (const key of await store.keys(keys.posts))
      if (!pins.has(keys.pin(key.slice(keys.posts.length)))) store.remove(key);
    await removeLastReads(store);
  });

export async function removeLastReads(store: RecordStore): Promise<void> {
  for (const key of await store.keys(keys.lastReads)) store.remove(key);
}

/** Evictions that free space for authors' texts: first images, then all lists and posts that are not pinned. */
export const evictionsForTexts: readonly Eviction[] = [...imageEvictions, clearUnpinned];
