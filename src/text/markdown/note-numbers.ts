import type { Token } from 'markdown-it';
import { type Footnote, footnoteOf } from './footnotes.ts';

/**
 * Numbers a text's notes in the order of their first references. Notes without a reference come last, so that no word
 * is lost.
 */
export class NoteNumbers {
  /** Maps each note to the index of its text's first token, in the order of the definitions. */
  #starts = new Map<Footnote, number>();
  /** Maps the index of a note's first token to the index after its closing token. */
  #ends = new Map<number, number>();
  #numbers = new Map<Footnote, number>();
  #inOrder: Footnote[] = [];
  #references = new Map<Footnote, number>();
  #reading = this.#readingOrder();

  constructor(tokens: Token[]) {
    const open: number[] = [];
    for (const [index, token] of tokens.entries()) {
      if (token.type === 'footnote_open') {
        this.#starts.set(footnoteOf(token), index + 1);
        open.push(index + 1);
      } else if (token.type === 'footnote_close') this.#ends.set(open.pop() ?? 0, index + 1);
    }
  }

  /** Counts a reference to a note. Returns the note's number, and this reference's number among those to the note. */
  refer(note: Footnote): { note: number; count: number } {
    const count = this.referencesTo(note) + 1;
    this.#references.set(note, count);
    return { note: this.#numberOf(note), count };
  }

  referencesTo(note: Footnote): number {
    return this.#references.get(note) ?? 0;
  }

  get isEmpty(): boolean {
    return this.#starts.size === 0;
  }

  endOf(start: number): number {
    return this.#ends.get(start) ?? start;
  }

  /** Returns the note to read next. Reading its text may number other notes. */
  next(): { note: Footnote; at: number } | undefined {
    const { value, done } = this.#reading.next();
    return done ? undefined : { note: value, at: this.#starts.get(value) ?? 0 };
  }

  #numberOf(note: Footnote): number {
    const known = this.#numbers.get(note);
    if (known !== undefined) return known;
    this.#inOrder.push(note);
    this.#numbers.set(note, this.#inOrder.length);
    return this.#inOrder.length;
  }

  *#readingOrder(): Generator<Footnote, undefined> {
    let at = 0;
    for (const unused of [undefined, ...this.#starts.keys()]) {
      if (unused) this.#numberOf(unused);
      for (let note = this.#inOrder[at]; note; note = this.#inOrder[at]) {
        at += 1;
        yield note;
      }
    }
  }
}
