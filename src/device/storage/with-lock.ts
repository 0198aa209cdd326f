import { createSerialQueue } from '../serial-queue.ts';
import { keepsNothing } from './record-database.ts';

/** `undefined` over plain http, and where a page's memory has its records: such a browser refuses locks, too. */
export const webLocks = (): LockManager | undefined => (keepsNothing.get() ? undefined : navigator.locks);

/**
 * Runs `work` under an exclusive Web Lock. Without Web Locks there is no worker and rarely a second tab, but one page may
 * call for several reasons: its works under a lock run one after the other.
 */
export function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  const locks = webLocks();
  if (locks) return locks.request(name, work);
  const run = queues.get(name) ?? createSerialQueue();
  queues.set(name, run);
  return run(work);
}

const queues = new Map<string, ReturnType<typeof createSerialQueue>>();
