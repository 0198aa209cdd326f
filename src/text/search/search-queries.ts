import { marks } from './search-terms.ts';
import { isSpaceless, shortestPiece, wordPattern, wordsOf } from './search-words.ts';

/** In UTF-16 code units; longer queries are cut. */
export const longestQuery = 200;
/** How many words of a query are looked for. */
const mostWords = 8;

/** A term to look up, as a whole or as the beginning of longer terms. */
export type TermQuery = { term: string; isPrefix: boolean };

/** One word of a query, as terms to look up: in titles, at the beginning of words, and inside of words. */
export type QueryWord = { title: TermQuery; start: TermQuery; inner?: TermQuery };

/**
 * Returns the words of a query; a post matches if it has all of them. Punctuation alone has no words, and finds
 * nothing. Cuts a query that is longer than `longestQuery` or has too many words.
 */
export function queryWords(query: string): QueryWord[] {
  const words = new Set<string>();
  for (const run of query.slice(0, longestQuery).matchAll(wordPattern)) {
    for (const [index, { folded }] of [...wordsOf(run[0])].entries()) {
      // In a script without spaces, the last character is already in the pair before it.
      if (index > 0 && [...folded].length === 1 && isSpaceless(folded)) continue;
      words.add(folded);
    }
  }
  const asked = [...words].slice(0, mostWords);
  // Beside longer words, the shortest words match only the beginning of words: `the` is inside too many (`other`).
  const hasLonger = asked.some((word) => word.length > shortestPiece(word));
  return asked.map((word) => {
    const isLong = word.length >= shortestPiece(word);
    const isPrefix = isLong || isSpaceless(word);
    const inner = { term: marks.inner + word, isPrefix };
    return {
      title: { term: marks.title + word, isPrefix },
      start: { term: word, isPrefix },
      ...(isLong && (!hasLonger || word.length > shortestPiece(word)) && { inner }),
    };
  });
}
