import { withoutComments } from '../markdown/comments.ts';
import { bytesOf } from '../markdown/utf8-bytes.ts';
import { addressPattern, shortestPiece, wordsOf } from './search-words.ts';

/**
 * Marks at the beginning of terms. They tell apart the three sets of terms by which a post is indexed, so that an index
 * needs only a set of strings and a look-up by prefix:
 * - no mark: a word, or an ending of it that begins with a capital (`getUserName`: getusername, username, name);
 * - `‹` and an ending of a word, from its second letter, its third and so on: a match in the middle of the word;
 * - `«` and a word of the title.
 */
export const marks = { inner: '‹', title: '«' } as const;

const most = {
  /**
   * Limits of one post's terms, and of their bytes in UTF-8: a `tsvector` of PostgreSQL has room for 1 MiB. Some 30,000
   * different words reach them; beyond that, endings of words are left out.
   */
  terms: 60_000,
  bytes: 1_000_000,
  /**
   * Another limit of one post's bytes: `floor`, plus `perByte` for each byte of the post. A word of 40 letters with all
   * its endings takes 26 bytes per letter. Without this limit, a letter that folds to many would take thousands.
   */
  floor: 1_000,
  perByte: 28,
  /**
   * How many terms of one post may begin alike. A search for the beginning of a word reads all terms with that
   * beginning. Without this limit, thirty posts with 60,000 made-up words that begin alike would slow it to 0.5 s.
   */
  alike: 1_000,
} as const;

/** Returns the terms that a post is indexed by. A million characters take 0.1 s: on a server, call it in a thread. */
export function termsOf({ title, content }: { title: string; content: string }): Set<string> {
  const terms = boundedSet(most.floor + most.perByte * (bytesOf(title) + bytesOf(content)));
  const seen = new Set<string>();
  const words = new Set<string>();
  for (const { folded, parts } of wordsOf(title)) {
    terms.add(marks.title + folded);
    for (const at of parts) terms.add(marks.title + folded.slice(at));
  }
  for (const text of [title, withoutComments(content, ' ').replaceAll(addressPattern, ' ')]) {
    for (const { folded, parts } of wordsOf(text, seen)) {
      for (const at of parts) terms.add(folded.slice(at));
      if (!words.has(folded) && terms.add(folded)) words.add(folded);
    }
  }
  for (const word of words) {
    const last = word.length - shortestPiece(word);
    for (let at = 1; at <= last; at++) if (!isLowSurrogate(word, at)) terms.add(marks.inner + word.slice(at));
  }
  return terms.all;
}

/** Returns a set that accepts terms within the limits above, and at most `room` bytes of them. */
function boundedSet(room: number) {
  const all = new Set<string>();
  const alike = new Map<string, number>();
  let bytes = 0;
  return {
    all,
    /** Adds a term if there is room. Returns whether the set has the term now. */
    add(term: string): boolean {
      if (all.has(term)) return true;
      // Three more bytes for the separators around a term in a list.
      const size = bytesOf(term) + 3;
      const beginning = beginningOf(term);
      const same = alike.get(beginning) ?? 0;
      if (all.size >= most.terms || bytes + size > Math.min(room, most.bytes) || same >= most.alike) return false;
      all.add(term);
      alike.set(beginning, same + 1);
      bytes += size;
      return true;
    },
  };
}

/** Returns the shortest prefix that finds the term: a mark, if any, and three letters (one letter of a short term). */
function beginningOf(term: string): string {
  const mark = term.startsWith(marks.inner) || term.startsWith(marks.title) ? 1 : 0;
  return term.slice(0, mark + (term.length - mark < 3 ? 1 : 3));
}

const isLowSurrogate = (text: string, at: number): boolean => (text.charCodeAt(at) & 0xfc00) === 0xdc00;
