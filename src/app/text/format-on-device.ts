import type { ReactNode } from 'react';
import { codeIn, codeToColour, withColours } from '../../text/markdown/code-blocks.ts';
import { asUnformatted, parseMarkdown } from '../../text/markdown/parse-markdown.ts';
import type { Markdown } from '../../text/markdown/tree.ts';
import { renderMarkdown } from './render-markdown.tsx';
import { highlightInThread, parseInThread } from './threads.ts';
import '../styles/prose.css';

/** In characters: a longer text is parsed in a thread of its own. A text of this length takes 30 ms at worst. */
const longText = 20_000;

/** Returns the parsed text, or `undefined` for a long text: parsing that here would block the page. */
const parseAtOnce = (content: string): Markdown | undefined =>
  content.length < longText ? parseMarkdown(content) : undefined;

/** Returns the formatted text, or `undefined` if it is long (needs a thread) or has code (needs styles and colours). */
export function formatAtOnce(content: string): ReactNode | undefined {
  const markdown = parseAtOnce(content);
  if (!markdown || codeIn(markdown).length > 0) return undefined;
  return renderMarkdown(markdown, { host: location.hostname });
}

/**
 * Formats a text that the server has not rendered.
 * @param show called with the text, and again once its code has colours
 */
export async function formatOnDevice(content: string, show: (prose: ReactNode) => void): Promise<void> {
  const target = { host: location.hostname };
  const markdown = parseAtOnce(content) ?? (await parseInThread(content)) ?? asUnformatted(content);
  const blocks = codeToColour(markdown);
  if (codeIn(markdown).length > 0) await import('./code-styles.ts');
  show(renderMarkdown(markdown, target));
  if (blocks.length === 0) return;
  const colours = await highlightInThread(blocks.map(({ language, text }) => ({ language, text })));
  if (colours) show(renderMarkdown(withColours(markdown, blocks, colours), target));
}
