import type { Logger } from 'pino';
import type { Store } from '../store/schema.ts';
import { deleteAccount, deletedAccounts } from './delete-account.ts';

/** In milliseconds: how often a server looks for deletions to finish, and how long after its start it does so first. */
const interval = 60 * 1000;
const first = 1_000;

export type Deletions = AsyncDisposable & {
  /** Resolves once all of an account is deleted whose deletion has begun; or this failed, and is tried again later. */
  finish(userId: string): Promise<void>;
};

/** Deletes accounts, and goes on, as long as the server runs, with what it or another one broke off. */
export function openDeletions(store: Store, log: Logger): Deletions {
  const ending = new AbortController();
  const underWay = new Map<string, Promise<void>>();
  let looking = Promise.resolve();
  let timer: NodeJS.Timeout;

  const run = async (userId: string) => {
    try {
      const posts = await deleteAccount(store, userId, ending.signal);
      log.info({ posts }, 'an account was deleted');
    } catch (error) {
      if (!ending.signal.aborted)
        log.error({ err: error }, 'could not delete all of an account; trying again in a minute');
    }
    underWay.delete(userId);
  };

  const finish = (userId: string): Promise<void> => {
    const running = underWay.get(userId) ?? run(userId);
    underWay.set(userId, running);
    return running;
  };

  const look = async () => {
    try {
      for (const userId of await deletedAccounts(store)) if (!ending.signal.aborted) await finish(userId);
    } catch (error) {
      if (!ending.signal.aborted) log.error({ err: error }, 'could not look for accounts to delete');
    }
    schedule(interval);
  };

  const schedule = (after: number) => {
    if (ending.signal.aborted) return;
    timer = setTimeout(() => {
      looking = look();
    }, after).unref();
  };

  schedule(first);
  return {
    finish,
    async [Symbol.asyncDispose]() {
      ending.abort();
      clearTimeout(timer);
      await Promise.all([looking, ...underWay.values()]);
    },
  };
}
