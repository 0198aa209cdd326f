import { renderToStaticMarkup } from 'react-dom/server';
import type { FeedTarget } from '../../app/text/Inlines.tsx';
import { renderMarkdown } from '../../app/text/render-markdown.tsx';
import { escapeMarkup } from '../../contract/escape.ts';
import { asUnformatted, parseMarkdown } from '../../text/markdown/parse-markdown.ts';
import { longestFeed } from './bounded-output.ts';

/** The job of rendering a post's content for a feed, for another thread. */
export type FeedContentJob = FeedTarget & {
  kind: 'feed';
  content: string;
  /** Whether to leave the text unformatted. */
  isPlain?: boolean;
};

/** Returns the text as HTML, escaped for XML; `''` if the HTML is longer than `longestFeed`. */
export function renderFeedContent({ content, origin, path, isPlain = false }: FeedContentJob): string {
  const markdown = isPlain ? asUnformatted(content) : parseMarkdown(content);
  const host = origin && new URL(origin).hostname;
  const html = renderToStaticMarkup(renderMarkdown(markdown, { host, feed: { origin, path } }));
  return html.length > longestFeed ? '' : escapeMarkup(html);
}
