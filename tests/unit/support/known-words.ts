import { blank } from '../../../src/writing/record/post-record.ts';

/**
 * A text is two paragraphs, and each is the word that was last typed there. A word knows which words its author saw in
 * its place, so that nobody has to guess whether a word that is gone was lost.
 */
export const slots = 2;

/** The words of a text; 0 where nobody has typed. */
export type Words = number[];

export const textOfWords = (words: Words) => ({
  ...blank,
  content: words.every((word) => word === 0) ? '' : words.map((word) => `w${word}`).join('\n\n'),
});

/** Each text is read once, as every word is looked for in it after each step. */
const known = new WeakMap<object, Words>();

export function wordsOf(text: { content: string }): Words {
  const { content } = text;
  const words = known.get(text) ?? (content === '' ? Array(slots).fill(0) : content.split('\n\n').map(numberOf));
  known.set(text, words);
  return [...words];
}

const numberOf = (word: string): number => Number(word.slice(1));

export class KnownWords {
  /** By word: all words that were seen in its place, and itself. */
  #seen = [new Set([0])];
  /** Their author has discarded them. */
  dropped = new Set<number>([0]);
  /** Saved or submitted. */
  kept = new Set<number>();
  /** What was left of a post that is gone: its author may publish them again, on each device. */
  mayRepeat = new Set<number>([0]);

  typedOver(word: number): number {
    this.#seen.push(new Set([...this.#sawAll(word), this.#seen.length]));
    return this.#seen.length - 1;
  }

  /** Somebody who saw both has taken the one. */
  chosenOver(chosen: number, other: number): void {
    for (const seen of this.#seen) if (seen.has(chosen)) for (const word of this.#sawAll(other)) seen.add(word);
  }

  saw = (word: number, other: number): boolean => this.#sawAll(word).has(other);

  /** Whether its author has discarded it, or a word that was typed over it. */
  isDropped = (word: number): boolean => [...this.dropped].some((dropped) => this.saw(dropped, word));

  #sawAll = (word: number): Set<number> => this.#seen[word] ?? new Set();
}
