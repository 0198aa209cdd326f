import { createSerialQueue } from '../serial-queue.ts';
import { isMemoryOnly } from './record-database.ts';

/** Returns the Web Locks; `undefined` over plain http, or if IndexedDB is forbidden: browsers then refuse locks. */
export const webLocks = (): LockManager | undefined => (isMemoryOnly.get() ? undefined : navigator.locks);

/**
 * Runs `work` under an exclusive Web Lock. Without Web Locks, only queues the calls of this page: there is then no
 * worker, and rarely a second tab.
 */
export function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  const locks = webLocks();
  if (locks) return locks.request(name, work);
  const run = queues.get(name) ?? createSerialQueue();
  queues.set(name, run);
  return run(work);
}

const queues = new Map<string, ReturnType<typeof createSerialQueue>>();
