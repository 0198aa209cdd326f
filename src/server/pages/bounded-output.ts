import { BeyondBounds } from '../process/bounded-thread.ts';

/**
 * The longest page, or part of a page, in UTF-16 code units. `output-budget.ts` keeps pages below 6,000,000. When a
 * thread runs out of memory, Node allows it 16 MiB more until it has ended (`kExtraHeapAllowance`). If one string needs
 * more than that, the whole process ends.
 */
const longest = 7_000_000;

/** In bytes: the most that full contents of posts may take in one feed, as Markdown or HTML, whichever is longer. */
export const longestFeed = 1_000_000;

const encoder = new TextEncoder();

/** @throws {BeyondBounds} if parts of these lengths are together longer than `longest` */
export function boundLength(...lengths: number[]): void {
  if (lengths.reduce((sum, length) => sum + length, 0) > longest) throw new BeyondBounds('too long to be sent');
}

/**
 * Encodes a string as UTF-8, in a buffer of its own, which can be transferred to another thread.
 * @throws {BeyondBounds}
 */
export function encodeBounded(text: string): Uint8Array<ArrayBuffer> {
  boundLength(text.length);
  return encoder.encode(text);
}
