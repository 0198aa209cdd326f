import type { Post } from '../../contract/posts.ts';

/** A rendered list brings no content along, and says instead how long it takes. */
export type ListedPost = Post & { minutes?: number };

/** Of an adult who reads silently: words of a script with spaces, characters of one without. */
const perMinute = { words: 230, characters: 450 };

/** Whole minutes, at least one; `undefined` where there is nothing to read, or nothing is known of it. */
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
      if (!isSpace && !isInWord) words += 1;
      isInWord = !isSpace;
    }
  }
  const time = words / perMinute.words + characters / perMinute.characters;
  return time === 0 ? undefined : Math.max(1, Math.round(time));
}

/** Kana, and the Chinese characters of every language that writes them. */
const isWithoutSpaces = (code: number) => (code >= 0x3040 && code <= 0x30ff) || (code >= 0x3400 && code <= 0x9fff);
