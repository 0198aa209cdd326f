import { createHash } from 'node:crypto';
import { copyOf } from './copy-of.ts';
import { numbersFrom, type Owner, type Turns } from './turns.ts';
import { WorldResponse } from './world-response.ts';

/** A running program: a page, a service worker or the server. It dies as by SIGKILL, between two of its turns. */
export class Realm implements Owner {
  isAlive = true;
  isBusy = false;
  /** In milliseconds since 1970. */
  diedAt = Number.POSITIVE_INFINITY;
  readonly name: string;
  readonly turns: Turns;
  readonly #onKill: (() => void)[] = [];

  constructor(name: string, turns: Turns) {
    this.name = name;
    this.turns = turns;
  }

  /**
   * Does the work in a turn of this realm, and resolves with its result in a later turn. If the realm is killed in
   * between, the work is done, but the promise never settles.
   */
  ask<T>(label: string, work: () => T | Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.turns.soon(this, label, () => {
        const answer = (settle: () => void) => this.turns.soon(this, `${label}: answer`, settle);
        new Promise<T>((done) => done(work())).then(
          (value) => answer(() => resolve(value)),
          (error) => answer(() => reject(error)),
        );
      });
    });
  }

  /** Gives the realm no turn during `work`, as if a script kept it busy. */
  async beBusyDuring(work: () => Promise<void>): Promise<void> {
    this.isBusy = true;
    await work();
    this.isBusy = false;
    this.turns.goOn(this);
  }

  onKill(work: () => void): void {
    this.#onKill.push(work);
  }

  kill(): void {
    if (!this.isAlive) return;
    this.isAlive = false;
    this.diedAt = this.turns.now;
    for (const work of this.#onKill) work();
  }
}

export const never = <T>(): Promise<T> => new Promise<T>(() => undefined);

/** Returns the globals of every realm: a clock that may be wrong, timers, random numbers, and a silent console. */
export function commonGlobals(realm: Realm, seed: number, clock: { ahead: number }) {
  const { turns } = realm;
  const chance = numbersFrom(seed);
  const now = () => turns.now + clock.ahead;

  class WorldDate extends Date {
    constructor(...given: unknown[]) {
      if (given.length === 0) super(now());
      else super(...(given as [number]));
    }
    static override now = now;
  }
  const due = timersInOrder(turns);
  const timers = {
    setTimeout: (work: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) => {
      const id = turns.after(realm, ms, `after ${ms} ms`, due.runFirst);
      due.add(id, ms, () => work(...args));
      // The timer's id serves as a number, as in browsers, and as an object with `unref`, as in Node.
      return Object.assign(Object(id), { unref: () => id, ref: () => id });
    },
    clearTimeout(id: unknown) {
      due.remove(Number(id));
      turns.clear(Number(id));
    },
    setInterval: (work: () => void, ms: number) => {
      const again = () => {
        timers.setTimeout(() => {
          again();
          work();
        }, ms);
      };
      again();
    },
    setImmediate: (work: () => void) => turns.soon(realm, 'immediate', work),
  };

  class WorldAbortSignal extends AbortSignal {
    static override timeout(ms: number): AbortSignal {
      const controller = new AbortController();
      timers.setTimeout(() => controller.abort(new DOMException('Too late', 'TimeoutError')), ms);
      return controller.signal;
    }
    static override [Symbol.hasInstance](value: unknown): boolean {
      return Function.prototype[Symbol.hasInstance].call(AbortSignal, value);
    }
  }
  const quiet = () => undefined;
  const getRandomValues = <T extends Uint8Array>(bytes: T): T => {
    for (let at = 0; at < bytes.length; at += 1) bytes[at] = Math.floor(chance() * 256);
    return bytes;
  };
  return {
    ...timers,
    Date: WorldDate,
    Math: Object.assign(Object.create(Math), { random: chance }) as Math,
    performance: { now: () => turns.now - Date.UTC(2026, 5, 1), getEntriesByType: () => [] },
    AbortSignal: WorldAbortSignal,
    crypto: {
      getRandomValues,
      randomUUID: () => uuidOf(getRandomValues(new Uint8Array(16))),
      subtle: {
        digest: async (_: string, bytes: ArrayBuffer) =>
          new Uint8Array(createHash('sha256').update(new Uint8Array(bytes)).digest()).buffer,
      },
    },
    console: { error: quiet, warn: quiet, info: quiet, log: quiet, debug: quiet },
    Response: WorldResponse,
    structuredClone: copyOf,
    Blob,
  };
}

/**
 * Returns the queue of a realm's timers. They fire in the order of their due times, then of their creation. A cleared
 * timer does not fire, even if it is due.
 */
function timersInOrder(turns: Turns) {
  const waiting: { id: number; at: number; work: () => void }[] = [];
  return {
    add(id: number, ms: number, work: () => void): void {
      const at = turns.now + Math.max(0, ms);
      const later = waiting.findIndex((other) => other.at > at);
      waiting.splice(later === -1 ? waiting.length : later, 0, { id, at, work });
    },
    remove(id: number): void {
      const at = waiting.findIndex((timer) => timer.id === id);
      if (at !== -1) waiting.splice(at, 1);
    },
    /** Runs the timer that is due first. The turn of every timer calls this, so that timers fire in order. */
    runFirst(): void {
      const [first] = waiting;
      if (!first || first.at > turns.now) return;
      waiting.shift();
      first.work();
    },
  };
}

/** Returns a `globalThis` with these globals. It inherits all others, such as `Map` and `Headers`, from Node's. */
export const asGlobalObject = (globals: object): Record<string, unknown> =>
  Object.create(globalThis, Object.getOwnPropertyDescriptors(globals));

export function uuidOf(bytes: Uint8Array): string {
  const hex = Buffer.from(bytes).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}
