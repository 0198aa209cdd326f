import { lockNames } from '../storage/storage-names.ts';
import { withLock } from '../storage/with-lock.ts';
import { timeouts } from '../timeouts.ts';
import { withTimeout } from '../with-timeout.ts';

/**
 * Lets one page or worker at a time read the generation and write to the caches: a list that was read before a delete
 * and written after it would bring the post back.
 *
 * A call of Cache Storage cannot be aborted. Work that takes longer than `timeouts.cacheWriteTimeoutMs` loses the lock,
 * as otherwise no tab could cache or delete anything any more. Whoever has the lock next reads and writes the same lists:
 * work that asks `lost` before each of its writes ends with the one under way, at worst of an older state, which the next
 * answer of the network replaces.
 *
 * @param work `lost` is aborted once the work has not got the lock any more.
 * @throws DOMException `TimeoutError`
 */
export function withCacheLock<T>(work: (lost: AbortSignal) => Promise<T>): Promise<T> {
  return withLock(lockNames.caches, async () => {
    const lost = new AbortController();
    try {
      return await withTimeout(timeouts.cacheWriteTimeoutMs, work(lost.signal));
    } finally {
      lost.abort();
    }
  });
}
