import { limits } from '../contract/limits.ts';

/** The beginning of a text, for its card: whitespace collapsed, cut at a word's end, at most `limits.summary` with its ellipsis. */
export function summarise(content: string): string {
  let text = '';
  for (const [word] of content.matchAll(/\S+/gu)) {
    text += text ? ` ${word}` : word;
    if (text.length > limits.summary) return cut(text);
  }
  return text;
}

function cut(text: string): string {
  const room = text.slice(0, limits.summary - 1);
  const wordsEnd = text[room.length] === ' ' ? room.length : room.lastIndexOf(' ');
  const kept = wordsEnd > 0 ? room.slice(0, wordsEnd) : withoutHalfPair(room);
  return `${kept}…`;
}

function withoutHalfPair(text: string): string {
  return text.isWellFormed() ? text : text.slice(0, -1);
}
