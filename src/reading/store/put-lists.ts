import { maxEntries } from '../../device/storage/max-entries.ts';
import type { RecordStore } from '../../device/storage/record-database.ts';
import { keys, readDeleted, readSingles, type Singles } from './reading-database.ts';
import { kindOfList, type Lists, pagesOf, readLists } from './stored-list.ts';

/** How many posts one answer may make singles (`Singles`), so that an all-new list does not evict every opened post. */
const mostAtOnce = Math.floor(maxEntries.posts / 2);

const idsIn = (lists: Lists): Set<string> => new Set(pagesOf(lists).flatMap(({ ids }) => ids));

/**
 * Returns the ids of the posts that no list has any more when `after` replaces `before`. These posts may still exist,
 * as a backend may order lists by edits or popularity: only a 404 for the post itself, or a delete on this device,
 * proves a deletion. Leaves out posts that only an author's own list has: a logout removes them along with that list.
 */
export function droppedFrom(before: Lists, after: Lists): string[] {
  const listed = idsIn(after);
  const shared = new Map([...before].filter(([url]) => kindOfList(url) !== 'own'));
  return [...idsIn(shared)].filter((id) => !listed.has(id)).slice(0, mostAtOnce);
}

/** Replaces lists within a transaction, and removes the posts that no list, pin or single holds any more. */
export async function putLists(store: RecordStore, before: Lists, after: Lists): Promise<void> {
  for (const list of after.values()) if (before.get(list.url) !== list) store.put(keys.list(list.url), list);
  for (const url of before.keys()) if (!after.has(url)) store.remove(keys.list(url));
  const listed = idsIn(after);
  const dropped = [...idsIn(before)].filter((id) => !listed.has(id));
  await removeUnheld(store, dropped);
}

/** Makes posts singles, which stay although lists drop them. The last `maxEntries.posts` singles stay. */
export async function keepSingles(store: RecordStore, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  const deleted = await readDeleted(store);
  const last = new Set(ids.filter((id) => !(id in deleted)));
  const all = [...(await readSingles(store)).filter((id) => !last.has(id)), ...last];
  store.put(keys.singles, all.slice(-maxEntries.posts) satisfies Singles);
  await removeUnheld(store, all.slice(0, -maxEntries.posts));
}

/** Removes the posts that no list, pin or single holds, with their last read versions and reading progress. */
async function removeUnheld(store: RecordStore, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  const pins = new Set(await store.keys(keys.pins));
  const held = new Set([...idsIn(await readLists(store)), ...(await readSingles(store))]);
  const unheld = ids.filter((id) => !held.has(id) && !pins.has(keys.pin(id)));
  for (const id of unheld) for (const key of [keys.post(id), keys.lastRead(id)]) store.remove(key);
}
