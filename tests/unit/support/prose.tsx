import { renderToStaticMarkup } from 'react-dom/server';
import { renderMarkdown } from '../../../src/app/text/render-markdown.tsx';
import { parseMarkdown } from '../../../src/text/markdown/parse-markdown.ts';

/** Returns an element that contains the HTML of a post's Markdown. */
export function proseOf(content: string, host = 'blog.example'): HTMLElement {
  const prose = document.createElement('div');
  prose.innerHTML = htmlOf(content, host);
  return prose;
}

export const htmlOf = (content: string, host = 'blog.example'): string =>
  renderToStaticMarkup(renderMarkdown(parseMarkdown(content), { host }));
