import type { Logger } from 'pino';
import { deleteExpired } from './access/delete-expired.ts';
import { removeUnnamedImages } from './images/remove-images.ts';
import type { Store } from './store/schema.ts';

/** In milliseconds: the time between two runs, and from the server's start to the first run. */
const interval = 60 * 60 * 1000;
const first = 60 * 1000;

/**
 * While the server runs, deletes expired rows, and images that no post has named for a week. Several servers may do so
 * at once.
 */
export function openHousekeeping(store: Store, log: Logger): AsyncDisposable {
  const ending = new AbortController();
  let running = Promise.resolve();
  let timer: NodeJS.Timeout;

  const run = async () => {
    try {
      await deleteExpired(store);
      const removed = await removeUnnamedImages(store, ending.signal);
      if (removed > 0) log.info({ removed }, 'removed images that no post has named for a week');
    } catch (error) {
      if (!ending.signal.aborted) log.error({ err: error }, 'could not delete expired data; trying again in an hour');
    }
    schedule(interval);
  };

  const schedule = (after: number) => {
    if (ending.signal.aborted) return;
    timer = setTimeout(() => {
      running = run();
    }, after).unref();
  };

  schedule(first);
  return {
    async [Symbol.asyncDispose]() {
      ending.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
