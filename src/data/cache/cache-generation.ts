import { changeRecord } from '../storage/record-changes.ts';
import { readRecord } from '../storage/records.ts';
import { recordKeys } from '../storage/storage-names.ts';

/**
 * The number of confirmed posts and logouts on this device. A list requested in an earlier generation may show an older
 * state: it is cached as stale, or, if it is an author's own, not at all. The count is stored, as pages and the worker
 * share it.
 */
export async function readGeneration(): Promise<number> {
  return (await readRecord<number>(recordKeys.generation)) ?? 0;
}

export const outdateEarlierRequests = (): Promise<void> =>
  changeRecord<number>(recordKeys.generation, (count = 0) => count + 1);

/** Taken before a call is made; decides afterwards whether its answer may be cached. */
export interface CacheTicket {
  callNumber: number;
  generation: number;
}
