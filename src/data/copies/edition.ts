import { changeRecord, readRecord } from '../records.ts';
import { recordKeys } from '../storage.ts';

/**
 * Counts what this device knows to have changed: a confirmed write, a logout. An answer asked for under an earlier
 * edition may show the state before it, and is not kept. Counted in storage, as pages and the worker all count.
 */
export async function edition(): Promise<number> {
  return (await readRecord<number>(recordKeys.edition)) ?? 0;
}

export const newEdition = (): Promise<void> => changeRecord<number>(recordKeys.edition, (count = 0) => count + 1);
