import { createSerialQueue } from '../serial-queue.ts';

/**
 * Runs `work` under an exclusive Web Lock. Without Web Locks (plain http) there is no worker and rarely a second tab,
 * but one page may call for several reasons: its works under a lock run one after the other.
 */
export function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  if (navigator.locks) return navigator.locks.request(name, work);
  const run = queues.get(name) ?? createSerialQueue();
  queues.set(name, run);
  return run(work);
}

const queues = new Map<string, ReturnType<typeof createSerialQueue>>();
