import type { ReactNode } from 'react';
import { codeIn, codeToColour, withColours } from '../../text/markdown/code-blocks.ts';
import { parseAtOnce, parseOnDevice } from './parse-on-device.ts';
import { renderMarkdown } from './render-markdown.tsx';
import { highlightInThread } from './threads.ts';
import '../styles/prose.css';

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
  const markdown = await parseOnDevice(content);
  const blocks = codeToColour(markdown);
  if (codeIn(markdown).length > 0) await import('./code-styles.ts');
  show(renderMarkdown(markdown, target));
  if (blocks.length === 0) return;
  const colours = await highlightInThread(blocks.map(({ language, text }) => ({ language, text })));
  if (colours) show(renderMarkdown(withColours(markdown, blocks, colours), target));
}
