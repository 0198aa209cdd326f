import type { Post } from '../../contract/posts.ts';

/** Posts of a rendered list come without their content, and with the reading time in minutes instead. */
export type ListedPost = Post & { minutes?: number };

/** Silent reading speed of an adult: words in scripts with spaces, characters in scripts without. */
const perMinute = { words: 230, characters: 450 };

/**
 * Reads the text as it was written, not as it is formatted: lists need the time of a thousand posts at once, and no
 * parser. A mark by itself, such as those of headings, lists, tables and fences, is no word.
 *
 * @returns whole minutes, at least one; `undefined` if there is no word or the content is not known.
 */
export function readingMinutes({ content, minutes }: Pick<ListedPost, 'content' | 'minutes'>): number | undefined {
  if (minutes !== undefined) return minutes;
  let [words, characters, isInWord] = [0, 0, false];
  for (let at = 0; at < content.length; at += 1) {
    const code = content.charCodeAt(at);
    const isSpace = code <= 0x20 || code === 0xa0;
    if (isWithoutSpaces(code)) {
      characters += 1;
      isInWord = false;
    } else {
      const isFirst = !isSpace && !isInWord && !isMark(code);
      if (isFirst) words += 1;
      isInWord = !isSpace && (isInWord || isFirst);
    }
  }
  const time = words / perMinute.words + characters / perMinute.characters;
  return time === 0 ? undefined : Math.max(1, Math.round(time));
}

/** Kana, and Chinese characters in every language that uses them. */
const isWithoutSpaces = (code: number) => (code >= 0x3040 && code <= 0x30ff) || (code >= 0x3400 && code <= 0x9fff);

/** ASCII punctuation. */
const isMark = (code: number) =>
  code < 0x30 || (code > 0x39 && code < 0x41) || (code > 0x5a && code < 0x61) || (code > 0x7a && code < 0x7f);
