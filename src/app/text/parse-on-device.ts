import { asUnformatted, parseMarkdown } from '../../text/markdown/parse-markdown.ts';
import type { Markdown } from '../../text/markdown/tree.ts';
import { parseInThread } from './threads.ts';

/** In characters: a longer text is parsed in a thread of its own. A text of this length takes 30 ms at worst. */
const longText = 20_000;

/** Returns the parsed text, or `undefined` for a long one: parsing it here would block the page. */
export const parseAtOnce = (content: string): Markdown | undefined =>
  content.length < longText ? parseMarkdown(content) : undefined;

export const parseOnDevice = async (content: string): Promise<Markdown> =>
  parseAtOnce(content) ?? (await parseInThread(content)) ?? asUnformatted(content);
