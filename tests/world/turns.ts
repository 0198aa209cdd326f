import { createHash } from 'node:crypto';

/** Whoever waits for a turn: a page, a worker or the server. What was killed has no more turns. */
export interface Owner {
  readonly name: string;
  readonly isAlive: boolean;
  /** Its turns wait: a script, a dialog or the system holds it up. */
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

/** Numbers from 0 to 1 that a seed decides (mulberry32). */
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
 * The order of everything that happens in a world, and its clock. One turn is one callback with all promises that it
 * settles; the seed decides who has the next one. The clock stands still until it is moved on.
 */
export class Turns {
  /** In milliseconds since 1970, as every device begins with it. */
  now = Date.UTC(2026, 5, 1);
  /** How many turns were taken. */
  count = 0;
  /** What a program takes for random begins with these. */
  readonly newSeed: () => number;
  /** Hears of what happens to people, for whoever replays a life. */
  readonly tell: (what: string) => void;
  readonly #trace = createHash('sha256');
  /** Lines of the trace that are not hashed yet: one by one, hashing would take longer than many a turn. */
  #lines = '';
  #ready: Turn[] = [];
  /** Turns of those who were busy when it was their turn. */
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

  /** From now on `order` decides who has the next turn (0: first come, first served), and `luck` all else that is chance. */
  rule(order: number, luck: number): void {
    this.#order = order === 0 ? undefined : numbersFrom(order);
    this.#luck = numbersFrom(luck);
  }

  /** An integer below `count`. */
  pick(count: number): number {
    return Math.floor(this.#luck() * count);
  }

  isLucky(probability: number): boolean {
    return this.#luck() < probability;
  }

  /** Takes its turn at some time, unless its owner has been killed by then. */
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

  /** Whoever was busy has the turns that have waited for it. */
  goOn(owner: Owner): void {
    this.#ready.push(...this.#held.filter((turn) => turn.owner === owner));
    this.#held = this.#held.filter((turn) => turn.owner !== owner);
  }

  /** Whether nobody waits for a turn. */
  get isIdle(): boolean {
    return this.#ready.length === 0;
  }

  /** Lets `count` turns be taken, fewer if nobody waits for one. */
  take(count: number): Promise<void> {
    return inOneTask(() => this.#take(count));
  }

  /**
   * Lets all turns be taken without the clock moving on.
   *
   * @throws if there is no end of them
   */
  settle(most = 20_000): Promise<void> {
    return inOneTask(() => {
      for (let taken = 0; this.#takeOne(); taken += 1)
        if (taken > most) throw new Error(`No end of turns: ${this.#ready.map(({ label }) => label).slice(0, 5)}`);
    });
  }

  /** Moves the clock on, timer by timer, with up to `between` turns after each. */
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

  /** Until the life is over: Node holds on to signals for as long as somebody listens. */
  whenAborted(signal: AbortSignal, work: () => void): void {
    signal.addEventListener('abort', work);
    this.#endings.push(() => signal.removeEventListener('abort', work));
  }

  /** Nobody has a turn any more. */
  end(): void {
    for (const end of this.#endings.splice(0)) end();
    this.#ready.length = 0;
    this.#held.length = 0;
    this.#timers.clear();
  }

  /** The same for two lives if the same happened in both, and left the same behind. */
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

  /** @returns whether somebody had a turn. */
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

/** Runs what waits for promises alone, with all that it leads to, as Node does after each callback of its own. */
const settlePromises: () => void = Reflect.get(process, '_tickCallback');

/** Does the work outside of any promise, where alone others can be settled, and once those of before are. */
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
