import { queryWords } from './search-queries.ts';
import { foldWord, longestWord } from './search-words.ts';

/**
 * Returns the positions of a query's words in a short text, as ordered ranges without overlaps. Follows the rules of
 * the search in posts: folds words, matches inside of words, and matches short words only as whole words.
 */
export function matchesIn(text: string, query: string): [from: number, to: number][] {
  const { folded, offsets } = foldWithOffsets(text);
  const found: [number, number][] = [];
  for (const { start } of queryWords(query)) {
    for (let at = folded.indexOf(start.term); at >= 0; at = folded.indexOf(start.term, at + 1)) {
      const end = at + start.term.length;
      const isWhole = !isLetter(folded[at - 1]) && !isLetter(folded[end]);
      if (start.isPrefix || isWhole) found.push(offsets ? [offsets[at] ?? 0, offsets[end] ?? text.length] : [at, end]);
    }
  }
  const joined: [number, number][] = [];
  for (const [from, to] of found.toSorted(([a], [b]) => a - b)) {
    const last = joined.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else joined.push([from, to]);
  }
  return joined;
}

const isLetter = (character: string | undefined): boolean => /[\p{L}\p{N}]/u.test(character ?? ' ');

/** Shared by all calls, because creating a segmenter takes longer than marking the matches in a title. */
let segmenter: Intl.Segmenter | undefined;

/** Matches text whose positions stay when folded: ASCII, and the dashes, quotation marks and ellipses of excerpts. */
const hasPlainLetters = /^[\0-\x7f\u2010-\u2027]*$/;

/** Folds a text by character. `offsets` maps positions in `folded` to `text`; `undefined` if they are the same. */
function foldWithOffsets(text: string): { folded: string; offsets: number[] | undefined } {
  if (hasPlainLetters.test(text)) return { folded: text.toLowerCase(), offsets: undefined };
  segmenter ??= new Intl.Segmenter();
  let folded = '';
  const offsets: number[] = [];
  for (const { segment, index } of segmenter.segment(text)) {
    const one = foldWord(segment.slice(0, longestWord));
    for (let at = 0; at < one.length; at++) offsets.push(index);
    folded += one;
  }
  offsets.push(text.length);
  return { folded, offsets };
}
