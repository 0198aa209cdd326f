import type { Logger } from 'pino';
import { deleteExpired } from './access/delete-expired.ts';
import { removeUnnamedImages } from './images/remove-images.ts';
import type { Store } from './store/schema.ts';

/** In milliseconds: how often a server looks for what to delete, and how long after its start it does so first. */
const interval = 60 * 60 * 1000;
const first = 60 * 1000;

/**
 * Deletes what has expired, and images that no post has named for a week, as long as the server runs. Several servers may
 * do so at once.
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
      if (!ending.signal.aborted)
        log.error({ err: error }, 'could not delete what has expired; trying again in an hour');
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
