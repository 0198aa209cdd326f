import type { Realm } from './realm.ts';

/** In milliseconds: how long the app waits for a call that may still arrive (src/contract/README.md). */
const longestWay = 10_000;

/**
 * A call on its way to the backend. Without idempotency keys, a backend cannot tell a late call from a second post. So
 * the app assumes that a call arrives at most ten seconds after the app stopped waiting for the answer. A call that
 * arrives later is a stray.
 */
export class Journey {
  /** Referenced here, as Node does not abort a request that was garbage-collected. */
  readonly request: Request;
  readonly #realm: Realm;
  #gaveUpAt = Number.POSITIVE_INFINITY;
  #isHopeless = false;

  /** @param realm the program that waits for the answer, at most until the program dies */
  constructor(request: Request, realm: Realm) {
    this.request = request;
    this.#realm = realm;
  }

  giveUp(): void {
    this.#gaveUpAt = Math.min(this.#gaveUpAt, this.#realm.turns.now);
  }

  /** Notes a clock jump. The app can then misjudge how long it has waited, so the call counts as a stray. */
  clockJumps(): void {
    this.#isHopeless = true;
  }

  /** Returns whether the call is a stray if it arrives now. */
  isStray(): boolean {
    const waitedUntil = Math.min(this.#gaveUpAt, this.#realm.diedAt);
    return this.#isHopeless || this.#realm.turns.now >= waitedUntil + longestWay;
  }
}
