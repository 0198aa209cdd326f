import type { Realm } from './realm.ts';

/** In milliseconds: how long the app waits for a call that may still arrive (src/contract/README.md). */
const longestWay = 10_000;

/**
 * The way of a call to its backend. Without idempotency keys, nobody can tell a late call from a second post. So the
 * app assumes that a call arrives at most some seconds after the app stopped waiting for its answer. A call that comes
 * later is a stray.
 */
export class Journey {
  /** Keeps the request alive, as Node forgets to abort a request that nothing references. */
  readonly request: Request;
  readonly #realm: Realm;
  #gaveUpAt = Number.POSITIVE_INFINITY;
  #isHopeless = false;

  /** @param realm waits for the answer while it lives */
  constructor(request: Request, realm: Realm) {
    this.request = request;
    this.#realm = realm;
  }

  giveUp(): void {
    this.#gaveUpAt = Math.min(this.#gaveUpAt, this.#realm.turns.now);
  }

  /** Notes a clock jump, after which no clock can tell how long the call has taken. */
  clockJumps(): void {
    this.#isHopeless = true;
  }

  /** Returns whether the call is a stray if it arrives now. */
  isStray(): boolean {
    const waitedUntil = Math.min(this.#gaveUpAt, this.#realm.diedAt);
    return this.#isHopeless || this.#realm.turns.now >= waitedUntil + longestWay;
  }
}
