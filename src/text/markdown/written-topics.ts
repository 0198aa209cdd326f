import { mayHaveSign, splitTopics } from './topics.ts';

/** Matches code, comments and the addresses of links, in which nothing is a topic. */
const codePattern =
  /^ {0,3}(`{3,}(?!`)|~{3,}(?!~)).*\r?\n[\s\S]*?(?:^ {0,3}\1.*$|$(?![\s\S]))|`[^`\n]*`|<!--[\s\S]*?(?:-->|$(?![\s\S]))|\]\([^)\s]*/gm;

/**
 * Returns a text's topics, each once, without parsing it; may mistake unusual code for text. The app uses it for posts
 * on the device. A server parses its posts instead, and stores their topics.
 */
export function writtenTopics(content: string): string[] {
  if (!mayHaveSign(content)) return [];
  const pieces = splitTopics(content.replaceAll(codePattern, ' '));
  return [...new Set(pieces.flatMap((piece) => (typeof piece === 'object' ? [piece.topic] : [])))];
}

/** Returns whether a text has a topic, which is given in its canonical form. */
export const hasTopic = (content: string, topic: string): boolean => writtenTopics(content).includes(topic);
