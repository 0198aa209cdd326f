import { withoutComments } from '../markdown/comments.ts';
import type { QueryWord } from './search-queries.ts';
import { addressPattern, longestWord, wordPattern, wordsOf } from './search-words.ts';

/**
 * A text for searching without an index: its different words and their parts, folded, each between two spaces. A device
 * has hundreds of texts, not millions, and scans them faster than it could maintain an index.
 */
export interface FoldedText {
  title: string;
  /** The words of the title and of the text. */
  all: string;
}

/** Folds the same words that a server indexes (`termsOf`). */
export function foldText({ title, content }: { title: string; content: string }): FoldedText {
  const seen = new Set<string>();
  const ofTitle = foldWords(title, seen);
  return { title: ofTitle, all: ofTitle + foldWords(withoutUnread(content), seen) };
}

function foldWords(text: string, seen: Set<string>): string {
  const words = new Set<string>();
  for (const { folded, parts } of wordsOf(text, seen)) {
    words.add(folded);
    for (const at of parts) words.add(folded.slice(at));
  }
  return ` ${[...words].join(' ')} `;
}

/** Blanks out comments and addresses, which readers do not see. All other text keeps its position. */
const withoutUnread = (content: string): string =>
  withoutComments(content, ' ').replaceAll(addressPattern, ({ length }) => ' '.repeat(length));

/**
 * How well a text matches. `title`: every word of the query begins a word of the title. `start`: every word begins a
 * word of the title or the text. `inner`: some words are found only inside of words.
 */
export type Rank = 'title' | 'start' | 'inner';

/** Returns how well a text matches, or `undefined` if it lacks one of the words. */
export function rankOf({ title, all }: FoldedText, words: QueryWord[]): Rank | undefined {
  if (words.length === 0) return undefined;
  if (words.every((word) => begins(title, word))) return 'title';
  if (words.every((word) => begins(all, word))) return 'start';
  return words.every((word) => begins(all, word) || isInside(all, word)) ? 'inner' : undefined;
}

const begins = (text: string, { start: { term, isPrefix } }: QueryWord): boolean =>
  text.includes(isPrefix ? ` ${term}` : ` ${term} `);

const isInside = (text: string, { start, inner }: QueryWord): boolean =>
  inner !== undefined && text.includes(start.term);

/** Lengths of the text before the first match and of the whole excerpt, in UTF-16 code units. */
const excerpt = { before: 40, length: 240 } as const;

/**
 * Returns the text around the first match; `undefined` if there is none. Removes only the most common marks of
 * Markdown, because parsing costs too much for two lines.
 */
export function excerptOf(written: string, words: QueryWord[]): string | undefined {
  const content = withoutComments(written);
  const at = firstMatch(withoutUnread(content), words);
  if (at === undefined) return undefined;
  const around = at <= excerpt.before ? 0 : at - excerpt.before;
  const space = around === 0 ? 0 : content.slice(around, at).search(/\s\S/u) + 1;
  const from = around + space;
  // The cut may have split a surrogate pair.
  const text = plain(content.slice(from, from + excerpt.length).replaceAll(/\p{Cs}/gu, ''));
  const isCut = from + excerpt.length < content.length;
  return `${from > 0 ? '… ' : ''}${text}${isCut ? ' …' : ''}`;
}

function firstMatch(content: string, words: QueryWord[]): number | undefined {
  const seen = new Set<string>();
  for (const { 0: run, index } of content.matchAll(wordPattern)) {
    for (let at = 0; at < run.length; at += longestWord) {
      const piece = run.slice(at, at + longestWord);
      if (seen.has(piece)) continue;
      seen.add(piece);
      const folded = foldWords(piece, new Set());
      if (words.some((word) => begins(folded, word) || isInside(folded, word))) return index + at;
    }
  }
  return undefined;
}

/** Removes the marks of links, footnotes, emphasis, code, headings, lists, quotes and tables. Links keep their text. */
const plain = (markdown: string): string =>
  markdown
    .replaceAll(/!?\[([^[\]\n]*)\]\([^)\n]*\)?/g, '$1')
    .replaceAll(/\[\^[^[\]\n]+\]:?/g, '')
    .replaceAll(/^ {0,3}(?:#{1,6}|>|[-+*]|\d{1,9}[.)]) (?:\[[ xX]\] )?/gm, '')
    .replaceAll(/[*`~]+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, '')
    .replaceAll(/[\s|]+/g, ' ')
    .trim();
