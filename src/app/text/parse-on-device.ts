import { asUnformatted, parseMarkdown } from '../../text/markdown/parse-markdown.ts';
import type { Markdown } from '../../text/markdown/tree.ts';
import { parseInThread } from './threads.ts';

/** In characters: a longer text is parsed in a thread of its own (the worst of this length takes 30 ms). */
const longText = 20_000;

export async function parseOnDevice(content: string): Promise<Markdown> {
  if (content.length < longText) return parseMarkdown(content);
  return (await parseInThread(content)) ?? asUnformatted(content);
}
