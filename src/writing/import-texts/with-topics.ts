import { writtenTopics } from '../../text/markdown/written-topics.ts';

/** Adds the tags that the text lacks, as topics at its end. */
export function withTopics(content: string, tags: readonly string[]): string {
  const there = new Set(writtenTopics(content));
  const words = tags
    .map((tag) => tag.normalize('NFC').replaceAll(/[^\p{L}\p{N}\p{M}_]+/gu, ''))
    .filter((word) => /\p{L}/u.test(word) && word.length <= 60 && !there.has(word.toLowerCase()));
  const topics = [...new Set(words)].slice(0, 50).map((word) => `#${word}`);
  return topics.length === 0 ? content : `${content.trimEnd()}\n\n${topics.join(' ')}`.trimStart();
}
