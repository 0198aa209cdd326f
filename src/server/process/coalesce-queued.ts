import type { WorkQueue } from './work-queue.ts';

export type QueuedWork<T> = {
  queue: WorkQueue;
  /** The client's network. Networks take turns in the queue. */
  network: string;
  make(): Promise<T>;
};

type Shared<T> = { made: PromiseWithResolvers<T>; hasBegun: boolean; waiting: Map<string, Promise<T>> };

/**
 * Returns a function whose concurrent callers with the same key share one `make`. Each client network queues for
 * itself, and the network whose turn comes first begins the work. So no caller waits behind a network that floods the
 * server, even if both use the same key. After a failure the next caller tries again.
 * @throws {HttpError} busy, if the queue refuses the caller's network before the work begins
 */
export function coalesceQueued<T>(): (key: string, work: QueuedWork<T>) => Promise<T> {
  const underWay = new Map<string, Shared<T>>();

  const open = (key: string): Shared<T> => {
    const shared: Shared<T> = { made: Promise.withResolvers<T>(), hasBegun: false, waiting: new Map() };
    underWay.set(key, shared);
    return shared;
  };

  const begin = async (key: string, shared: Shared<T>, make: () => Promise<T>) => {
    // Does nothing if another network's turn came first.
    if (shared.hasBegun) return;
    shared.hasBegun = true;
    try {
      shared.made.resolve(await make());
    } catch (error) {
      shared.made.reject(error);
    } finally {
      underWay.delete(key);
    }
  };

  const joinQueue = (key: string, shared: Shared<T>, { queue, network, make }: QueuedWork<T>): Promise<T> => {
    const turn = queue.run(() => begin(key, shared, make), network);
    const answer = Promise.race([shared.made.promise, turn.then(() => shared.made.promise)]);
    shared.waiting.set(network, answer);
    turn.catch(() => {
      shared.waiting.delete(network);
      if (!shared.hasBegun && shared.waiting.size === 0) underWay.delete(key);
    });
    return answer;
  };

  return (key, work) => {
    const shared = underWay.get(key) ?? open(key);
    if (shared.hasBegun) return shared.made.promise;
    return shared.waiting.get(work.network) ?? joinQueue(key, shared, work);
  };
}
