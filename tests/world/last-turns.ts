import type { Turns } from './turns.ts';

/** Records an event of texts: by title or another name, the turn in which it last happened. */
export class LastTurns {
  readonly #turns: Turns;
  readonly #last = new Map<string, number>();

  constructor(turns: Turns) {
    this.#turns = turns;
  }

  /** Records that the event happens in the present turn. */
  note(name: string): void {
    this.#last.set(name, this.#turns.count);
  }

  /** Returns the names for which the event has happened, in or after the turn `from`. */
  names(from = 0): string[] {
    return [...this.#last].filter(([, turn]) => turn >= from).map(([name]) => name);
  }

  /** Whether the event has happened, in or after the turn `from`. */
  has(name: string, from = 0): boolean {
    return (this.#last.get(name) ?? -1) >= from;
  }
}
