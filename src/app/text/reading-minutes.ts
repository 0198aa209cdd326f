import type { Post } from '../../contract/posts.ts';
import { withoutAllComments } from './without-comments.ts';

/** A post of a list. In a server-rendered list, it has the reading time in minutes instead of its content. */
export type ListedPost = Post & { minutes?: number };

/**
 * An adult's silent reading speed. It counts characters in Chinese and Japanese, letters in other scripts without
 * spaces, and words in all other scripts.
 */
const perMinute = { words: 230, characters: 450, letters: 1_000 };

/**
 * Returns a post's reading time without its comments. Counts words without parsing the text, because a list may need
 * the times of a thousand posts. A Markdown mark by itself, such as `#` or `-`, is no word.
 *
 * @returns whole minutes, at least one; `undefined` if there is no word or the content is not known.
 */
export function readingMinutes(post: Pick<ListedPost, 'content' | 'minutes'>): number | undefined {
  if (post.minutes !== undefined) return post.minutes;
  const content = withoutAllComments(post.content);
  let [words, characters, letters, isInWord] = [0, 0, 0, false];
  for (let at = 0; at < content.length; at += 1) {
    const code = content.charCodeAt(at);
    const isSpace = code <= 0x20 || code === 0xa0;
    if (isCharacter(code)) {
      characters += 1;
      isInWord = false;
    } else if (isUnspaced(code)) {
      letters += 1;
      isInWord = false;
    } else if (!isLowSurrogate(code)) {
      const isFirst = !isSpace && !isInWord && !isMark(code);
      if (isFirst) words += 1;
      isInWord = !isSpace && (isInWord || isFirst);
    }
  }
  const time = words / perMinute.words + characters / perMinute.characters + letters / perMinute.letters;
  return time === 0 ? undefined : Math.max(1, Math.round(time));
}

/** Returns whether a code unit is kana, a Chinese character, or the first half of a rare Chinese character. */
const isCharacter = (code: number) =>
  (code >= 0x3040 && code <= 0x30ff) || (code >= 0x3400 && code <= 0x9fff) || (code >= 0xd840 && code <= 0xd8bf);

const isLowSurrogate = (code: number) => (code & 0xfc00) === 0xdc00;

/** Returns whether a code unit belongs to Thai, Lao, Tibetan or Burmese, which form one range, or to Khmer. */
const isUnspaced = (code: number) => (code >= 0x0e00 && code <= 0x109f) || (code >= 0x1780 && code <= 0x17ff);

/** Returns whether a code unit is ASCII punctuation. */
const isMark = (code: number) =>
  code < 0x30 || (code > 0x39 && code < 0x41) || (code > 0x5a && code < 0x61) || (code > 0x7a && code < 0x7f);
