import type { Turns } from './turns.ts';

/** What has happened to texts, by their titles or the like: each with the turn in which it happened last. */
export class LastTurns {
  readonly #turns: Turns;
  readonly #last = new Map<string, number>();

  constructor(turns: Turns) {
    this.#turns = turns;
  }

  /** It happens now. */
  note(name: string): void {
    this.#last.set(name, this.#turns.count);
  }

  /** What has happened, in or after this turn where one is given. */
  names(from = 0): string[] {
    return [...this.#last].filter(([, turn]) => turn >= from).map(([name]) => name);
  }

  /** Whether it has happened, in or after this turn where one is given. */
  has(name: string, from = 0): boolean {
    return (this.#last.get(name) ?? -1) >= from;
  }
}
