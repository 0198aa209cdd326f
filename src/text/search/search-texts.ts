import { withoutComments } from '../markdown/comments.ts';
import type { QueryWord } from './search-queries.ts';
import { addressPattern, longestWord, wordPattern, wordsOf } from './search-words.ts';

/**
 * A text as it is searched without an index: its different words and their parts, folded, each between two spaces. A
 * device has hundreds of texts and not millions, and goes through all of them faster than it could keep an index.
 */
export interface FoldedText {
  title: string;
  /** The title's words too. */
  all: string;
}

/** Finds by the same words as the terms of a server's index (`termsOf`). */
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

/** Neither comments nor addresses are read by anybody. Leaves everything else at its position. */
const withoutUnread = (content: string): string =>
  withoutComments(content, ' ').replaceAll(addressPattern, ({ length }) => ' '.repeat(length));

/** How well a text answers a query: all its words begin words of the title, or of the text, or are in the middle of some. */
export type Rank = 'title' | 'start' | 'inner';

/** @returns `undefined` if one of the words is not there */
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

/** In UTF-16 code units: what stands before the first match, and the whole. */
const excerpt = { before: 40, length: 240 } as const;

/**
 * The words round the first match in a text, without the most common marks of Markdown; a parser for the sake of two
 * lines would be too much. `undefined` if nothing of the query is there.
 */
export function excerptOf(written: string, words: QueryWord[]): string | undefined {
  const content = withoutComments(written);
  const at = firstMatch(withoutUnread(content), words);
  if (at === undefined) return undefined;
  const around = at <= excerpt.before ? 0 : at - excerpt.before;
  const space = around === 0 ? 0 : content.slice(around, at).search(/\s\S/u) + 1;
  const from = around + space;
  // A half of a pair at a cut is taken out.
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

/** Links keep their text; marks of footnotes, emphasis, code, headings, lists, quotes and tables go. */
const plain = (markdown: string): string =>
  markdown
    .replaceAll(/!?\[([^[\]\n]*)\]\([^)\n]*\)?/g, '$1')
    .replaceAll(/\[\^[^[\]\n]+\]:?/g, '')
    .replaceAll(/^ {0,3}(?:#{1,6}|>|[-+*]|\d{1,9}[.)]) (?:\[[ xX]\] )?/gm, '')
    .replaceAll(/[*`~]+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, '')
    .replaceAll(/[\s|]+/g, ' ')
    .trim();
