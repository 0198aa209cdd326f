import { renderToStaticMarkup } from 'react-dom/server';
import { renderMarkdown } from '../../app/text/render-markdown.tsx';
import { asUnformatted, parseMarkdown } from '../../markdown/parse-markdown.ts';

/** A post's text in a feed, in a form that can be posted to another thread. */
export type FeedContentJob = {
  kind: 'feed';
  content: string;
  /** The site's; `''` if it is not known. */
  origin: string;
  /** Takes the text as it was written. */
  isPlain?: boolean;
};

/** @returns HTML */
export function renderFeedContent({ content, origin, isPlain = false }: FeedContentJob): string {
  const markdown = isPlain ? asUnformatted(content) : parseMarkdown(content);
  const host = origin && new URL(origin).hostname;
  return renderToStaticMarkup(renderMarkdown(markdown, { host, feedOrigin: origin }));
}
