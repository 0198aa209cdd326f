import type { Realm } from './realm.ts';

/** How long the app waits for a call that may arrive yet, in milliseconds (src/contract/README.md). */
const longestWay = 10_000;

/**
 * The way of a call to its backend. Without keys nobody can tell a call that arrives late from a second post, so the app
 * counts on it that a call has arrived some seconds after its answer was given up: one that comes later is a stray.
 */
export class Journey {
  /** Node forgets to end a request whose signal is aborted, once nobody holds on to the request. */
  readonly request: Request;
  readonly #realm: Realm;
  #gaveUpAt = Number.POSITIVE_INFINITY;
  #isHopeless = false;

  /** @param realm waits for the answer, as long as it lives. */
  constructor(request: Request, realm: Realm) {
    this.request = request;
    this.#realm = realm;
  }

  giveUp(): void {
    this.#gaveUpAt = Math.min(this.#gaveUpAt, this.#realm.turns.now);
  }

  /** Whoever counted the seconds by a clock has lost count. */
  clockJumps(): void {
    this.#isHopeless = true;
  }

  /** Whether the call is one if it arrives now. */
  isStray(): boolean {
    const waitedUntil = Math.min(this.#gaveUpAt, this.#realm.diedAt);
    return this.#isHopeless || this.#realm.turns.now >= waitedUntil + longestWay;
  }
}
