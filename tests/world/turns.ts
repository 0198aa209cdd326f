import { createHash } from 'node:crypto';

/** An owner of turns: a page, a worker or the server. A killed owner has no more turns. */
export interface Owner {
  readonly name: string;
  readonly isAlive: boolean;
  /** Whether a script, a dialog or the system delays its turns. */
  readonly isBusy?: boolean;
}

interface Turn {
  owner: Owner;
  label: string;
  work: () => void;
}

interface Timer extends Turn {
  id: number;
  at: number;
}

/** Returns a generator of random numbers from 0 to 1 for this seed (mulberry32). */
export function numbersFrom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Schedules everything that happens in a world, and has its clock. A turn is one callback, followed by the callbacks of
 * all promises that it settles. A seed decides which turn is next. Only `pass` moves the clock.
 */
export class Turns {
  /** In milliseconds since 1970, the same for every device at first. */
  now = Date.UTC(2026, 5, 1);
  /** The number of turns so far. */
  count = 0;
  /** Returns a seed for a program's random numbers. */
  readonly newSeed: () => number;
  /** Adds an event, in words, to the trace, and passes it to the constructor's `tell`. */
  readonly tell: (what: string) => void;
  readonly #trace = createHash('sha256');
  /** Trace lines that are not hashed yet, as hashing each line alone would be slow. */
  #lines = '';
  #ready: Turn[] = [];
  /** Turns that were picked while their owner was busy. */
  #held: Turn[] = [];
  readonly #timers = new Map<number, Timer>();
  #timerIds = 0;
  readonly #endings: (() => void)[] = [];
  #order: (() => number) | undefined;
  #luck: () => number;

  constructor(seed: number, tell: (what: string) => void = () => undefined) {
    const seeds = numbersFrom(seed);
    this.newSeed = () => Math.floor(seeds() * 2 ** 31);
    this.#order = seeds;
    this.#luck = seeds;
    this.tell = (what) => {
      this.#note(what);
      tell(what);
    };
  }

  /** Sets two seeds. `order` decides which turn is next (0: first come, first served), `luck` all other choices. */
  rule(order: number, luck: number): void {
    this.#order = order === 0 ? undefined : numbersFrom(order);
    this.#luck = numbersFrom(luck);
  }

  /** Returns a random integer below `count`. */
  pick(count: number): number {
    return Math.floor(this.#luck() * count);
  }

  isLucky(probability: number): boolean {
    return this.#luck() < probability;
  }

  /** Runs the work in a later turn, unless its owner has been killed by then. */
  soon(owner: Owner, label: string, work: () => void): void {
    this.#ready.push({ owner, label, work });
  }

  after(owner: Owner, ms: number, label: string, work: () => void): number {
    this.#timerIds += 1;
    this.#timers.set(this.#timerIds, { id: this.#timerIds, at: this.now + Math.max(0, ms), owner, label, work });
    return this.#timerIds;
  }

  clear(id: number): void {
    this.#timers.delete(id);
  }

  /** Lets the held turns of an owner run, as it is no longer busy. */
  goOn(owner: Owner): void {
    this.#ready.push(...this.#held.filter((turn) => turn.owner === owner));
    this.#held = this.#held.filter((turn) => turn.owner !== owner);
  }

  /** Whether no turn is waiting. */
  get isIdle(): boolean {
    return this.#ready.length === 0;
  }

  /** Takes `count` turns, or fewer if none is left. */
  take(count: number): Promise<void> {
    return inOneTask(() => this.#take(count));
  }

  /**
   * Takes all turns without moving the clock.
   *
   * @throws if the turns do not end
   */
  settle(most = 20_000): Promise<void> {
    return inOneTask(() => {
      for (let taken = 0; this.#takeOne(); taken += 1)
        if (taken > most) throw new Error(`No end of turns: ${this.#ready.map(({ label }) => label).slice(0, 5)}`);
    });
  }

  /** Moves the clock on, timer by timer, and takes a random number of turns below `between` after each. */
  pass(ms: number, between: number): Promise<void> {
    return inOneTask(() => {
      const end = this.now + ms;
      for (let next = this.#nextTimer(end); next; next = this.#nextTimer(end)) {
        this.now = Math.max(this.now, next.at);
        this.#timers.delete(next.id);
        this.#ready.push(next);
        if (between > 0) this.#take(this.pick(between));
      }
      this.now = end;
    });
  }

  /** Does the work when the signal aborts. `end` removes the listener, as Node keeps each signal that has listeners. */
  whenAborted(signal: AbortSignal, work: () => void): void {
    signal.addEventListener('abort', work);
    this.#endings.push(() => signal.removeEventListener('abort', work));
  }

  /** Removes all turns, timers and listeners. */
  end(): void {
    for (const end of this.#endings.splice(0)) end();
    this.#ready.length = 0;
    this.#held.length = 0;
    this.#timers.clear();
  }

  /** Returns a hash of all turns and events, and of `left`, the stored data at the end. */
  traceHash(left: string): string {
    return this.#trace.copy().update(this.#lines).update(left).digest('hex').slice(0, 16);
  }

  #note(line: string): void {
    this.#lines += `${line}\n`;
    if (this.#lines.length < 10_000) return;
    this.#trace.update(this.#lines);
    this.#lines = '';
  }

  #nextTimer(end: number): Timer | undefined {
    let next: Timer | undefined;
    for (const timer of this.#timers.values()) {
      if (!timer.owner.isAlive) this.#timers.delete(timer.id);
      else if (timer.at <= end && (!next || timer.at < next.at)) next = timer;
    }
    return next;
  }

  #take(count: number): void {
    for (let taken = 0; taken < count; taken += 1) if (!this.#takeOne()) return;
  }

  /** Takes one turn. @returns false if there is none to take */
  #takeOne(): boolean {
    for (;;) {
      if (this.#ready.length === 0) return false;
      const [turn] = this.#ready.splice(Math.floor((this.#order?.() ?? 0) * this.#ready.length), 1);
      if (!turn?.owner.isAlive) continue;
      if (turn.owner.isBusy) {
        this.#held.push(turn);
        continue;
      }
      this.count += 1;
      this.#note(`${turn.owner.name} ${turn.label}`);
      turn.work();
      settlePromises();
      return true;
    }
  }
}

/** Runs the callbacks of settled promises until none is left, as Node does after each of its own callbacks. */
const settlePromises: () => void = Reflect.get(process, '_tickCallback');

/** Does the work outside of promise callbacks: within a promise callback, `settlePromises` would run no others. */
const inOneTask = (work: () => void): Promise<void> =>
  new Promise((resolve, reject) => {
    setImmediate(() => {
      try {
        work();
        resolve();
      } catch (error) {
        reject(error);
      }
    });
  });

/** Returns a function that tells whether the work has ended. Awaiting work that needs turns would never end. */
export function endOf(work: PromiseLike<unknown>): () => boolean {
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  work.then(end, end);
  return () => isOver;
}
