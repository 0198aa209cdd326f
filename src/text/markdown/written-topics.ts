import { mayHaveSign, splitTopics } from './topics.ts';

/** Blocks and pieces of code, comments, and addresses behind a link's text: what looks like a topic there is none. */
const codePattern =
  /^ {0,3}(`{3,}(?!`)|~{3,}(?!~)).*\r?\n[\s\S]*?(?:^ {0,3}\1.*$|$(?![\s\S]))|`[^`\n]*`|<!--[\s\S]*?(?:-->|$(?![\s\S]))|\]\([^)\s]*/gm;

/**
 * The topics of a text, each once, without parsing it: code of another form than the common ones may be mistaken for
 * text. For what a device looks through by itself; a server knows the topics of its posts.
 */
export function writtenTopics(content: string): string[] {
  if (!mayHaveSign(content)) return [];
  const pieces = splitTopics(content.replaceAll(codePattern, ' '));
  return [...new Set(pieces.flatMap((piece) => (typeof piece === 'object' ? [piece.topic] : [])))];
}

/** Whether the text is on the topic, which is given in its canonical form. */
export const hasTopic = (content: string, topic: string): boolean => writtenTopics(content).includes(topic);
