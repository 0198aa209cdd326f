import { setImmediate } from 'node:timers/promises';
import { HttpError } from './http-error.ts';

export type QueueBounds = {
  /** How many tasks may run at once. */
  atOnce: number;
  /** How many tasks of one network may run at once, so that other networks can begin, too. Unset: `atOnce`. */
  atOnceOfNetwork?: number;
  /** How many tasks may wait; beyond that, the queue refuses a task with `busy`. */
  waiting: number;
  /** How long a task may wait before the queue refuses it, in milliseconds. */
  waitTimeoutMs: number;
};

/** For work that takes about a second at most. */
export const oneAtATime: QueueBounds = { atOnce: 1, waiting: 100, waitTimeoutMs: 10_000 };

type Waiting = { begin(): void; refuse(): void };

/**
 * A bounded queue for one kind of expensive work, so that this kind can't delay other work. Each task begins in its own
 * turn of the event loop, so that cheap requests are answered in between.
 */
export class WorkQueue {
  readonly #bounds: QueueBounds;
  /** The waiting tasks of each client network, in the order in which the networks have their turns. */
  readonly #lines = new Map<string, Set<Waiting>>();
  #waiting = 0;
  /** The network of each running task. */
  readonly #underWay: string[] = [];

  constructor(bounds: QueueBounds) {
    this.#bounds = bounds;
  }

  /**
   * Runs work in its turn, and returns its result.
   * @param network the client's. Networks take turns. A full queue refuses the last task of the network with the most
   * waiting tasks
   * @throws {HttpError} busy, in which case the work has not begun
   */
  async run<T>(work: () => Promise<T>, network: string): Promise<T> {
    if (this.#mayBegin(network)) this.#underWay.push(network);
    else await this.#turn(network);
    try {
      await setImmediate();
      return await work();
    } finally {
      this.#underWay.splice(this.#underWay.indexOf(network), 1);
      this.#handOver();
    }
  }

  #mayBegin(network: string): boolean {
    const { atOnce, atOnceOfNetwork = atOnce } = this.#bounds;
    const own = this.#underWay.filter((each) => each === network).length;
    return this.#underWay.length < atOnce && own < atOnceOfNetwork;
  }

  /** Resolves when a running task has finished and it is this task's turn. */
  async #turn(network: string): Promise<void> {
    if (this.#waiting >= this.#bounds.waiting) this.#makeRoom(network);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const refuse = () => {
      this.#remove(network, waiting);
      clearTimeout(timer);
      reject(new HttpError('busy'));
    };
    const begin = () => {
      this.#remove(network, waiting);
      clearTimeout(timer);
      resolve();
    };
    const waiting: Waiting = { begin, refuse };
    const timer = setTimeout(refuse, this.#bounds.waitTimeoutMs);
    const line = this.#lines.get(network) ?? new Set();
    this.#lines.set(network, line.add(waiting));
    this.#waiting++;
    await promise;
  }

  /**
   * Refuses the last task of the longest line, if the line of `network` has at least two tasks fewer.
   * @throws {HttpError} busy otherwise: then the new task is refused
   */
  #makeRoom(network: string): void {
    let longest = this.#lines.get(network) ?? new Set();
    const own = longest.size;
    for (const line of this.#lines.values()) if (line.size > longest.size) longest = line;
    if (longest.size <= own + 1) throw new HttpError('busy');
    [...longest].at(-1)?.refuse();
  }

  #remove(network: string, waiting: Waiting): void {
    const line = this.#lines.get(network);
    if (!line?.delete(waiting)) return;
    this.#waiting--;
    if (line.size === 0) this.#lines.delete(network);
  }

  #handOver(): void {
    for (const [network, line] of this.#lines) {
      if (!this.#mayBegin(network)) continue;
      // Moves this network to the end of the order.
      this.#lines.delete(network);
      this.#lines.set(network, line);
      this.#underWay.push(network);
      const [next] = line;
      next?.begin();
      return;
    }
  }
}
