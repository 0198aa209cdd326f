import type { Turns } from './turns.ts';

/** Records for each name, such as a title, a word or an id, the last turn in which it was noted. */
export class LastTurns {
  readonly #turns: Turns;
  readonly #last = new Map<string, number>();

  constructor(turns: Turns) {
    this.#turns = turns;
  }

  /** Notes the present turn for this name. */
  note(name: string): void {
    this.#last.set(name, this.#turns.count);
  }

  /** Returns the names that were noted in or after the given turn. */
  names(from = 0): string[] {
    return [...this.#last].filter(([, turn]) => turn >= from).map(([name]) => name);
  }

  /** Returns whether the name was noted in or after the given turn. */
  has(name: string, from = 0): boolean {
    return (this.#last.get(name) ?? -1) >= from;
  }
}
