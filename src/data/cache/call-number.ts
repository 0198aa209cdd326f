import { changeRecord } from '../storage/record-changes.ts';
import { readRecord } from '../storage/records.ts';
import { recordKeys } from '../storage/storage-names.ts';
import { jsonCacheNames, readCachedHeads } from './response-cache.ts';

/**
 * Takes a number that is higher than that of every earlier call, in any page or the worker. Take it before making the
 * call: of two answers, that of the later call is newer, however long either took and whatever the clock says.
 */
export async function takeCallNumber(): Promise<number> {
  let [taken, isFirst] = [0, false];
  const count = (last: number | undefined): number => {
    isFirst = last === undefined;
    taken = (last ?? Date.now()) + 1;
    return taken;
  };
  try {
    await changeRecord(recordKeys.callNumber, count);
  } catch (error) {
    console.error('Could not store the call number; the next call may get the same one.', error);
    count(await readRecord<number>(recordKeys.callNumber));
  }
  // The counter is missing. It begins at the clock's milliseconds, which are more than the calls that a page still shows
  // whose storage was deleted, and continues after the cached numbers, as a browser may clear IndexedDB and not the caches.
  const highest = isFirst ? await highestCallNumber() : 0;
  if (highest < taken) return taken;
  await changeRecord<number>(recordKeys.callNumber, (last = 0) => {
    taken = Math.max(last, highest) + 1;
    return taken;
  });
  return taken;
}

async function highestCallNumber(): Promise<number> {
  const heads = (await Promise.all(jsonCacheNames.map(readCachedHeads))).flat();
  return Math.max(0, ...heads.map(({ callNumber }) => callNumber));
}
