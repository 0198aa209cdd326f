import type { NewPost } from '../../contract/posts.ts';
import { type ChangedRange, changedRanges, joinRanges } from '../../text/merge/changed-ranges.ts';
import { isGap, splitParagraphs } from '../../text/merge/paragraphs.ts';

/** A piece of a paragraph. The newer text lacks removed pieces, and the older text lacks added pieces. */
export interface WordChange {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

export type ParagraphChange =
  /** Unchanged paragraphs. If there is only one, `first` and `last` are equal. */
  | { kind: 'same'; count: number; first: string; last: string }
  /** One or more paragraphs, with blank lines between them. */
  | { kind: 'added' | 'removed'; text: string }
  | { kind: 'edited'; words: WordChange[] };

/** The changes between two versions of a post. */
export interface PostChanges {
  /** `undefined` if the title is the same. */
  title: WordChange[] | undefined;
  isPictureChanged: boolean;
  /** Empty if no words changed. */
  content: ParagraphChange[];
}

/**
 * Compares two versions of a post by paragraph, and edited paragraphs by word. Ignores blank lines. To bound the work,
 * lists whole paragraphs as removed and added if too much changed.
 */
export function changesBetween(before: NewPost, after: NewPost): PostChanges {
  return {
    title: before.title === after.title ? undefined : wordChanges(before.title, after.title),
    isPictureChanged: before.imgUrl !== after.imgUrl,
    content: contentChanges(before.content, after.content),
  };
}

export const isUnchanged = ({ title, isPictureChanged, content }: PostChanges): boolean =>
  !title && !isPictureChanged && content.length === 0;

function contentChanges(before: string, after: string): ParagraphChange[] {
  const [old, now] = [paragraphsOf(before), paragraphsOf(after)];
  const ranges = changedRanges(old, now);
  if (ranges.length === 0) return [];
  const changes: ParagraphChange[] = [];
  let done = 0;
  for (const range of ranges) {
    changes.push(...same(old.slice(done, range.oldStart)));
    changes.push(...changesWithin(range, old, now));
    done = range.oldEnd;
  }
  changes.push(...same(old.slice(done)));
  return changes;
}

/** Returns the paragraphs without white space at their ends, because line breaks differ between systems. */
const paragraphsOf = (text: string): string[] =>
  splitParagraphs(text)
    .filter((part) => !isGap(part))
    .map((part) => part.trimEnd());

function same(paragraphs: string[]): ParagraphChange[] {
  const [first, last] = [paragraphs[0], paragraphs.at(-1)];
  return first === undefined || last === undefined ? [] : [{ kind: 'same', count: paragraphs.length, first, last }];
}

/** Maximum number of paragraphs in a range to compare. A longer range is listed as removed and added. */
const maxCompared = 500;
/** In characters: a longer text is not compared by word. */
const maxByWord = 100_000;
/** The most older paragraphs to search for one that is similar to a newer paragraph. */
const lookAhead = 10;
/** The share of words that two paragraphs must have in common to count as one edited paragraph. */
const leastAlike = 0.5;

/** Pairs each newer paragraph with the next similar older paragraph. */
function changesWithin(range: ChangedRange, all: string[], allNow: string[]): ParagraphChange[] {
  const old = all.slice(range.oldStart, range.oldEnd);
  const now = allNow.slice(range.newStart, range.newEnd);
  const isCompared = old.length + now.length <= maxCompared && [...old, ...now].join('').length <= maxByWord;
  if (!isCompared) return [...whole('removed', old), ...whole('added', now)];
  const oldWords = old.map(wordSet);
  const changes: ParagraphChange[] = [];
  let done = 0;
  let added: string[] = [];
  for (const text of now) {
    const words = wordSet(text);
    const offset = oldWords.slice(done, done + lookAhead).findIndex((other) => likeness(words, other) >= leastAlike);
    const partner = offset === -1 ? undefined : old[done + offset];
    if (partner === undefined) {
      added.push(text);
      continue;
    }
    // Removed paragraphs come before the added paragraphs that may have replaced them.
    changes.push(...whole('removed', old.slice(done, done + offset)), ...whole('added', added));
    changes.push({ kind: 'edited', words: wordChanges(partner, text) });
    added = [];
    done += offset + 1;
  }
  return [...changes, ...whole('removed', old.slice(done)), ...whole('added', added)];
}

const whole = (kind: 'removed' | 'added', paragraphs: string[]): ParagraphChange[] =>
  paragraphs.length === 0 ? [] : [{ kind, text: paragraphs.join('\n\n') }];

const wordSet = (text: string): Set<string> => new Set(wordsOf(text).filter((word) => !isGap(word)));

/** Returns how alike two sets of words are, from 0 to 1 (Sørensen–Dice). */
function likeness(a: Set<string>, b: Set<string>): number {
  const [fewer, more] = a.size < b.size ? [a, b] : [b, a];
  let common = 0;
  for (const word of fewer) if (more.has(word)) common++;
  return a.size + b.size === 0 ? 1 : (2 * common) / (a.size + b.size);
}

/** Returns the changes between two texts, by word. If too much changed, lists whole parts as removed and added. */
export function wordChanges(before: string, after: string): WordChange[] {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  const changes: WordChange[] = [];
  const add = (kind: WordChange['kind'], words: string[]) =>
    words.length > 0 && changes.push({ kind, text: words.join('') });
  let done = 0;
  for (const { oldStart, oldEnd, newStart, newEnd } of joinRanges(changedRanges(old, now), old)) {
    add('same', old.slice(done, oldStart));
    add('removed', old.slice(oldStart, oldEnd));
    add('added', now.slice(newStart, newEnd));
    done = oldEnd;
  }
  add('same', old.slice(done));
  return changes;
}

/**
 * Splits a text into words, runs of white space and single other characters; joined, they are the text again. In
 * scripts without spaces between words, each character counts as a word.
 */
const wordsOf = (text: string): string[] =>
  text.match(
    /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]|(?:(?![\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}])[\p{L}\p{N}\p{M}])+|\s+|./gsu,
  ) ?? [];
