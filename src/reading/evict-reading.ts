import { type Eviction, imageEvictions } from '../data/storage/with-eviction.ts';
import { changeReading, keys, type Singles } from './reading-database.ts';

/** Removes all that a reader has not pinned: lists, posts and which were read, and no image. */
export const clearUnpinned = (): Promise<void> =>
  changeReading(async (store) => {
    store.put(keys.singles, [] satisfies Singles);
    for (const key of await store.keys(keys.pages)) store.remove(key);
    const pins = new Set(await store.keys(keys.pins));
    for (const key of await store.keys(keys.posts))
      if (!pins.has(keys.pin(key.slice(keys.posts.length)))) store.remove(key);
    for (const key of await store.keys(keys.lastReads)) store.remove(key);
    store.remove(keys.lastReadIds);
  });

/** What goes for the sake of what people wrote: images first, then all that the network can bring again. */
export const evictionsForWords: readonly Eviction[] = [...imageEvictions, clearUnpinned];
