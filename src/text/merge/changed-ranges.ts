import { diffArrays } from 'diff/lib/diff/array.js';
import { isGap } from './paragraphs.ts';

/** A changed range: `[oldStart, oldEnd)` of one list was replaced by `[newStart, newEnd)` of the other. */
export interface ChangedRange {
  oldStart: number;
  oldEnd: number;
  newStart: number;
  newEnd: number;
}

/** Bounds the time: the longest post, if all its one-letter paragraphs changed, takes some tenths of a second. */
const maxSteps = 50_000_000;
/** Bounds the memory, which in a Myers diff grows with the square of the number of edits. */
const maxEdits = 1_000;

/**
 * Returns the smallest changes between two lists, in order; no two ranges touch. Beyond the limits above, returns one
 * range from the first to the last change.
 */
export function changedRanges(before: readonly string[], after: readonly string[]): ChangedRange[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let [oldEnd, newEnd] = [before.length, after.length];
  while (oldEnd > start && newEnd > start && before[oldEnd - 1] === after[newEnd - 1]) {
    oldEnd--;
    newEnd--;
  }
  if (start === oldEnd && start === newEnd) return [];
  const numberOf = numbering();
  const old = before.slice(start, oldEnd).map(numberOf);
  const maxEditLength = Math.min(maxEdits, Math.ceil(maxSteps / (oldEnd - start + newEnd - start)));
  const changes = diffArrays(old, after.slice(start, newEnd).map(numberOf), { maxEditLength });
  if (!changes) return [{ oldStart: start, oldEnd, newStart: start, newEnd }];
  const ranges: ChangedRange[] = [];
  let [oldAt, newAt] = [start, start];
  for (const { added, removed, value } of changes) {
    const [oldNext, newNext] = [oldAt + (added ? 0 : value.length), newAt + (removed ? 0 : value.length)];
    const last = ranges.at(-1);
    if (added || removed) {
      if (last?.oldEnd === oldAt && last.newEnd === newAt) Object.assign(last, { oldEnd: oldNext, newEnd: newNext });
      else ranges.push({ oldStart: oldAt, oldEnd: oldNext, newStart: newAt, newEnd: newNext });
    }
    [oldAt, newAt] = [oldNext, newNext];
  }
  return ranges;
}

/** Joins ranges that only blank lines separate: blank lines between rewritten paragraphs are equal only by chance. */
export function joinRanges(ranges: ChangedRange[], before: readonly string[]): ChangedRange[] {
  const joined: ChangedRange[] = [];
  for (const range of ranges) {
    const last = joined.at(-1);
    if (last && before.slice(last.oldEnd, range.oldStart).every(isGap)) {
      Object.assign(last, { oldEnd: range.oldEnd, newEnd: range.newEnd });
    } else joined.push({ ...range });
  }
  return joined;
}

/** Returns a function that gives equal texts the same number: numbers compare faster than texts that begin alike. */
function numbering(): (text: string) => number {
  const numbers = new Map<string, number>();
  return (text) => {
    const known = numbers.get(text);
    if (known !== undefined) return known;
    numbers.set(text, numbers.size);
    return numbers.size - 1;
  };
}
