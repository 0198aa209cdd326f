import { readFileSync } from 'node:fs';
import path from 'node:path';
import { dressPage } from '../../contract/dress-page.ts';
import type { SiteSettings } from '../../contract/site.ts';
import { inlineScriptsOf } from '../http/content-security-policy.ts';
import { pagePolicy } from '../http/security-headers.ts';
import { type ClientManifest, entryKey, readClientManifest } from './client-manifest.ts';

/** @property modules the paths of the files that the page needs, the entry first */
type Parts = { head: string; html: string; data: string; modules: readonly string[]; site: SiteSettings };

export type Template = ReturnType<typeof readTemplate>;

/**
 * Reads the built index.html as a template. Its styles are inlined, so that the first paint waits for no other file.
 * Its modules are loaded by the page's own script after the first paint.
 * @throws {Error} if index.html lacks an element at which the template is cut, or the build lacks the entry or a style
 */
export function readTemplate(clientDir: string) {
  const styles: string[] = [];
  const index = readFileSync(path.join(clientDir, 'index.html'), 'utf8')
    // regexp input: at most 20,000 characters of the built page
    .replace(/<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/, (_, href: string) => {
      const style = readFileSync(path.join(clientDir, href), 'utf8').trim();
      styles.push(style);
      return inPage(style, href);
    })
    // regexp input: at most 20,000 characters of the built page
    .replaceAll(/\s*<script type="module"[^>]*><\/script>|\s*<link rel="modulepreload"[^>]*>/g, '')
    .replace(/<title>[^<]*<\/title>\s*/, '')
    .replace(/<meta name="description"[^<>]*>\s*/, '');
  const scripts = inlineScriptsOf(index);
  const piecesFor = pieces(index);
  piecesFor({});
  const manifest = readClientManifest(clientDir);
  const { file: entry } = manifest[entryKey] ?? {};
  if (!entry) throw new Error('The built client has no entry');
  const styleOf = (name: string) => readStyle(clientDir, manifest, name);
  const [prose, code, landing] = [styleOf('prose'), styleOf('code-styles'), styleOf('Landing')];
  return {
    /**
     * Returns the style elements for a rendered text, including the style of code if the text has code. Pages without a
     * text leave them out.
     */
    proseStyles: (hasCode: boolean) =>
      [prose, ...(hasCode ? [code] : [])].map(({ style }) => `<style>${style}</style>`).join(''),
    /** The style elements of the landing page, which only that page has. */
    landingStyles: inPage(landing.style, landing.href),
    fill: ({ head, html, data, modules, site }: Parts) => {
      const { beforeHead, beforeRoot, beforeStart, afterStart } = piecesFor(site);
      return [
        `${beforeHead}${head}</head>`,
        `${beforeRoot}<div id="root">${html}</div>${data}${beforeStart}`,
        `<script data-modules="${modules.join(' ')}">`,
        afterStart,
      ].join('');
    },
    /** Path of the entry module. */
    entry: `/${entry}`,
    /** Returns the header with the page's Content-Security-Policy, which allows its inline styles by their hashes. */
    policyFor: ({ colours }: SiteSettings) =>
      pagePolicy({
        scripts,
        styles: [...styles, prose.style, code.style, landing.style, ...(colours ? [coloursOf(colours)] : [])],
      }),
  };
}

/** Returns a function that puts a site's settings into the page, and cuts the page where parts are inserted. */
function pieces(index: string) {
  let last: { key: string; pieces: ReturnType<typeof piecesOf> } | undefined;
  return (site: SiteSettings) => {
    const key = JSON.stringify(site);
    if (last?.key !== key) last = { key, pieces: piecesOf(dressPage(index, site)) };
    return last.pieces;
  };
}

function piecesOf(index: string) {
  const [beforeHead, afterHead] = cut(index, '</head>');
  const [beforeRoot, afterRoot] = cut(afterHead, '<div id="root"></div>');
  const [beforeStart, afterStart] = cut(afterRoot, '<script>');
  return { beforeHead, beforeRoot, beforeStart, afterStart };
}

/** Returns a CSS rule with the site's colours. It must follow the styles that it overrides. */
const coloursOf = (colours: Record<string, string>): string =>
  `:root{${Object.entries(colours)
    .map((property) => property.join(':'))
    .join(';')}}`;

export const siteStyle = ({ colours }: SiteSettings): string => (colours ? `<style>${coloursOf(colours)}</style>` : '');

/**
 * Returns an inline style, and a disabled link to its file: a chunk that needs the style finds the link, and does not
 * load the file.
 */
const inPage = (style: string, href: string) =>
  `<style>${style}</style><link rel="stylesheet" href="${href}" disabled>`;

/** Reads a built stylesheet. `name` is the file's name without its hash. */
function readStyle(clientDir: string, manifest: ClientManifest, name: string): { style: string; href: string } {
  const files = Object.values(manifest).flatMap(({ file, css = [] }) => [file, ...css]);
  const file = files.find((path) => path.startsWith(`assets/${name}-`) && path.endsWith('.css'));
  if (!file) throw new Error(`The built client has no styles of ${name}`);
  return { style: readFileSync(path.join(clientDir, file), 'utf8').trim(), href: `/${file}` };
}

function cut(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  if (at < 0) throw new Error(`The built index.html has no ${mark}`);
  return [text.slice(0, at), text.slice(at + mark.length)];
}
