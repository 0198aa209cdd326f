import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Headers } from '../http/response.ts';
import { pagePolicy } from '../http/security.ts';

export type Parts = { head: string; html: string; data: string };

export type Template = { fill(parts: Parts): string; policy: Headers };

/**
 * The built index.html as a page to fill. Its styles go into the page itself, so that the first paint waits for
 * nothing; its script steps back behind the first image.
 */
export function readTemplate(clientDir: string): Template {
  const styles: string[] = [];
  const index = readFileSync(path.join(clientDir, 'index.html'), 'utf8')
    .replace(/<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/, (_, href: string) => {
      const style = readFileSync(path.join(clientDir, href), 'utf8').trim();
      styles.push(style);
      return `<style>${style}</style>`;
    })
    .replace('<script type="module"', '<script type="module" fetchpriority="low"')
    .replaceAll(/\s*<link rel="modulepreload"[^>]*>/g, '')
    .replace(/<title>.*?<\/title>\s*/, '')
    .replace(/<meta name="description"[^>]*>\s*/, '');
  const [beforeHead, afterHead] = cut(index, '</head>');
  const [beforeRoot, afterRoot] = cut(afterHead, '<div id="root"></div>');
  return {
    fill: ({ head, html, data }) =>
      `${beforeHead}${head}</head>${beforeRoot}<div id="root">${html}</div>${data}${afterRoot}`,
    policy: pagePolicy(styles),
  };
}

function cut(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  if (at < 0) throw new Error(`The built index.html has no ${mark}`);
  return [text.slice(0, at), text.slice(at + mark.length)];
}
