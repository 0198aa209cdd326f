import { BeyondBounds } from '../process/bounded-thread.ts';

/**
 * How long a page, or what is sent of one, may be, in UTF-16 code units. The rules of a text keep it below 6,000,000
 * (`output-budget.ts`). A thread that is out of memory has 16 MiB left to end in (`kExtraHeapAllowance` of Node), and a
 * string that needs more ends the process.
 */
const longest = 7_000_000;

/** In bytes: the posts' full texts in one feed, as they are written and as they are formatted. */
export const longestFeed = 1_000_000;

const encoder = new TextEncoder();

/** @throws {BeyondBounds} if parts of such lengths are longer than what may be sent */
export function boundLength(...lengths: number[]): void {
  if (lengths.reduce((sum, length) => sum + length, 0) > longest) throw new BeyondBounds('too long to be sent');
}

/**
 * @returns UTF-8 in a buffer of its own, which can be transferred to another thread
 * @throws {BeyondBounds}
 */
export function encodeBounded(text: string): Uint8Array<ArrayBuffer> {
  boundLength(text.length);
  return encoder.encode(text);
}
