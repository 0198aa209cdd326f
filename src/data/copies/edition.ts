import { changeRecord, readRecord } from '../records.ts';
import { lockNames, recordKeys } from '../storage.ts';

/**
 * Counts what this device knows to have changed: a confirmed write, a logout. An answer asked for under an earlier
 * edition may show the state before it, and is not kept. Counted in storage, as pages and the worker all count.
 */
export async function edition(): Promise<number> {
  return (await readRecord<number>(recordKeys.edition)) ?? 0;
}

/**
 * Lets one at a time, page or worker, look at the edition and write copies: a list that was read before a delete and
 * is written after it would bring the post back.
 */
export const inTurn = <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request(lockNames.copies, work) : work();

export const newEdition = (): Promise<void> => changeRecord<number>(recordKeys.edition, (count = 0) => count + 1);
