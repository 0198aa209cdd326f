import { happeningNames } from './happenings/themes.ts';

/** By name, the number of lives in which each happening occurred, and in which each promise was judged. */
export interface Reached {
  happened: Map<string, number>;
  judged: Map<string, number>;
}

export const reachedNothing = (): Reached => ({ happened: new Map(), judged: new Map() });

/** Adds the counts of one life or of another run to `all`. */
export function addReached(all: Reached, more: { [Kind in keyof Reached]: Iterable<readonly [string, number]> }): void {
  for (const kind of ['happened', 'judged'] as const)
    for (const [name, lives] of more[kind]) all[kind].set(name, (all[kind].get(name) ?? 0) + lives);
}

/** A happening or promise is rare if fewer than one in this many lives reached it. */
const oneIn = 20;

/** Returns a line for each happening and promise that fewer than one life in twenty reached. */
export function rarelyReached({ happened, judged }: Reached, lives: number): string[] {
  const lifeless = happeningNames.map((name) => [name, 0] as const);
  const all = { happened: new Map([...lifeless, ...happened]), judged };
  return (['happened', 'judged'] as const).flatMap((kind) =>
    [...all[kind]]
      .filter(([, count]) => count * oneIn < lives)
      .map(([name, count]) => `${kind} in ${count} of ${lives} lives: ${name}`),
  );
}
