import { parseDocument } from './parse-document.ts';

/** Deeper nesting than any author's is taken as its text. */
const deepest = 60;

/** What is no text of the author's. */
const dropped = new Set([
  'SCRIPT',
  'STYLE',
  'TEMPLATE',
  'NOSCRIPT',
  'OBJECT',
  'HEAD',
  'TITLE',
  'META',
  'LINK',
  'FORM',
  'BUTTON',
  'SVG',
  'MATH',
  'CANVAS',
]);

const blocks = new Set(
  'ADDRESS ARTICLE ASIDE BLOCKQUOTE BODY DD DETAILS DIV DL DT FIGCAPTION FIGURE FOOTER H1 H2 H3 H4 H5 H6 HEADER HR LI MAIN NAV OL P PRE SECTION SUMMARY TABLE UL IFRAME VIDEO AUDIO EMBED'.split(
    ' ',
  ),
);

/** A post's HTML as Markdown by the rules of src/markdown. What has no form there is left as its words. */
export function htmlToMarkdown(html: string): string {
  return blocksOf(parseDocument(html, 'text/html').body, 0).join('\n\n');
}

/** Each without an empty line around it. */
function blocksOf(parent: Node, depth: number): string[] {
  if (depth > deepest) return [wordsOf(parent).trim()].filter(Boolean);
  const found: string[] = [];
  let line = '';
  const endLine = () => {
    const text = tidyLines(line);
    if (text) found.push(atLineStarts(text));
    line = '';
  };
  for (const child of parent.childNodes) {
    if (!(child instanceof Element)) {
      line += child.nodeType === Node.TEXT_NODE ? wordsOf(child) : '';
    } else if (dropped.has(child.nodeName.toUpperCase())) {
      // Nothing of it.
    } else if (blocks.has(child.nodeName) || hasBlocks(child)) {
      endLine();
      found.push(...blockOf(child, depth + 1));
    } else {
      line += inlineOf(child, depth + 1);
    }
  }
  endLine();
  return found;
}

/** A link around a paragraph is HTML, and no Markdown. */
const hasBlocks = (element: Element): boolean =>
  !['PICTURE', 'A'].includes(element.nodeName) && [...element.children].some(({ nodeName }) => blocks.has(nodeName));

function blockOf(element: Element, depth: number): string[] {
  switch (element.nodeName) {
    case 'H1':
    case 'H2':
    case 'H3':
    case 'H4':
    case 'H5':
    case 'H6': {
      const words = tidyLines(inlinesOf(element, depth)).replaceAll('\n', ' ');
      return words ? [`${'#'.repeat(Number(element.nodeName[1]))} ${words}`] : [];
    }
    case 'HR':
      return ['---'];
    case 'PRE':
      return [codeBlock(element)];
    case 'BLOCKQUOTE':
      return [
        blocksOf(element, depth)
          .join('\n\n')
          .replaceAll(/^(?=.)/gm, '> ')
          .replaceAll(/^$/gm, '>'),
      ].filter((quote) => quote !== '>');
    case 'UL':
    case 'OL':
      return listOf(element, depth);
    case 'TABLE':
      return tableOf(element, depth);
    case 'FIGCAPTION': {
      const words = tidyLines(inlinesOf(element, depth)).replaceAll('\n', ' ');
      return words ? [`*${words.replaceAll('*', '')}*`] : [];
    }
    case 'IFRAME':
    case 'VIDEO':
    case 'AUDIO':
    case 'EMBED': {
      const source = element.getAttribute('src') ?? element.querySelector('source')?.getAttribute('src') ?? '';
      const address = addressOf(source.startsWith('//') ? `https:${source}` : source);
      return address ? [`<${address}>`] : [];
    }
    default:
      return blocksOf(element, depth);
  }
}

function codeBlock(element: Element): string {
  const code = (element.textContent ?? '').replace(/^\n/, '').trimEnd();
  const classes = `${element.className} ${element.querySelector('code')?.className ?? ''}`;
  const language = /(?:lang(?:uage)?-|brush:\s*)([\w+#-]+)/.exec(classes)?.[1]?.slice(0, 30) ?? '';
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${code}\n${fence}`;
}

function listOf(list: Element, depth: number): string[] {
  const start = Number.parseInt(list.getAttribute('start') ?? '1', 10) || 1;
  const items = [...list.children].flatMap((item, index) => {
    const parts = blocksOf(item, depth);
    if (parts.length === 0) return [];
    const marker = list.nodeName === 'OL' ? `${start + index}. ` : '- ';
    const isTight = parts.every((part, at) => at === 0 || /^(?:- |\d+\. )/.test(part));
    const text = parts.join(isTight ? '\n' : '\n\n');
    return [marker + text.replaceAll(/\n(?=.)/g, `\n${' '.repeat(marker.length)}`)];
  });
  return items.length === 0 ? [] : [items.join('\n')];
}

function tableOf(table: Element, depth: number): string[] {
  const rows = [...table.querySelectorAll('tr')]
    .filter((row) => row.closest('table') === table)
    .map((row) =>
      [...row.children].map((cell) =>
        tidyLines(inlinesOf(cell, depth)).replaceAll('\n', ' ').replaceAll(/\\?\|/g, '\\|'),
      ),
    );
  const width = Math.max(0, ...rows.map((row) => row.length));
  if (width === 0) return [];
  const written = rows.map((row) => `| ${Array.from({ length: width }, (_, at) => row[at] ?? '').join(' | ')} |`);
  return [[written[0], `|${' --- |'.repeat(width)}`, ...written.slice(1)].join('\n')];
}

const inlinesOf = (parent: Node, depth: number): string =>
  depth > deepest
    ? wordsOf(parent)
    : [...parent.childNodes]
        .map((child) => {
          if (child instanceof Element) return inlineOf(child, depth + 1);
          return child.nodeType === Node.TEXT_NODE ? wordsOf(child) : '';
        })
        .join('');

function inlineOf(element: Element, depth: number): string {
  if (dropped.has(element.nodeName.toUpperCase())) return '';
  switch (element.nodeName) {
    case 'BR':
      return lineBreak;
    case 'IMG':
      return imageOf(element);
    case 'STRONG':
    case 'B':
      return around('**', inlinesOf(element, depth));
    case 'EM':
    case 'I':
      return around('*', inlinesOf(element, depth));
    case 'DEL':
    case 'S':
    case 'STRIKE':
      return around('~~', inlinesOf(element, depth));
    case 'CODE':
    case 'KBD':
    case 'SAMP':
    case 'TT':
      return codeOf(element.textContent ?? '');
    case 'A': {
      const words = inlinesOf(element, depth);
      const address = addressOf(element.getAttribute('href') ?? '');
      return address && words.trim() ? around('', words, (text) => `[${text}](${destination(address)})`) : words;
    }
    default:
      return inlinesOf(element, depth);
  }
}

function imageOf(element: Element): string {
  const address = addressOf(element.getAttribute('src') ?? element.getAttribute('data-src') ?? '');
  const words = escaped(element.getAttribute('alt') ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return address ? `![${words}](${destination(address)})` : words;
}

/** Marks must stand at the words: `** bold**` is not bold. */
function around(mark: string, text: string, write = (words: string) => mark + words + mark): string {
  const start = text.search(/[^\s\ue000]/);
  if (start === -1) return text;
  const end = text.search(/(?<![\s\ue000])[\s\ue000]*$/);
  return text.slice(0, start) + write(text.slice(start, end)) + text.slice(end);
}

function codeOf(text: string): string {
  const code = text.replaceAll(/\s+/g, ' ').trim();
  if (code === '') return '';
  const longest = Math.max(0, ...[...code.matchAll(/`+/g)].map(([run]) => run.length));
  const mark = '`'.repeat(longest + 1);
  return code.startsWith('`') || code.endsWith('`') ? `${mark} ${code} ${mark}` : mark + code + mark;
}

/** An address that a post may have; `undefined` for scripts and the like. */
function addressOf(written: string): string | undefined {
  const address = written.trim();
  if (address === '') return undefined;
  const scheme = /^([a-z][a-z\d+.-]*):/i.exec(address)?.[1]?.toLowerCase();
  return scheme === undefined || ['http', 'https', 'mailto'].includes(scheme) ? address : undefined;
}

const destination = (address: string): string =>
  address.replaceAll(/[\s()<>\\]/g, (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`);

/** Stands for a line break that the author made, until the others have gone. */
const lineBreak = '\ue000';

const tidyLines = (text: string): string =>
  text
    .replaceAll(/[ \t\r\n\f]+/g, ' ')
    .split(lineBreak)
    .map((line) => line.trim())
    .join('\n')
    .replaceAll(/^\n+|(?<!\n)\n+$/g, '')
    .replaceAll(/\n{2,}/g, '\n');

/** What Markdown would take for marks is taken for letters. */
const escaped = (text: string): string =>
  text
    .replaceAll(lineBreak, '')
    .replaceAll(/[\\`*_[\]<]|~~|&(?=#?\w+;)/g, (mark) => [...mark].map((character) => `\\${character}`).join(''));

/** What becomes a link by itself. A backtick may begin code there too. */
const bareAddress = /((?<![a-z\d.+-])(?:https?:\/\/|www\.)[^\s`]+)/i;

/** A bare address is a link as it is written, with its backslashes; in the words of a link there is none. */
function wordsOf(node: Node): string {
  const text = (node.textContent ?? '').replaceAll(lineBreak, '');
  const parent = node instanceof Element ? node : node.parentElement;
  if (parent?.closest('a[href]')) return escaped(text);
  return text
    .split(bareAddress)
    .map((part, at) => (at % 2 === 1 ? part : escaped(part)))
    .join('');
}

const atLineStarts = (text: string): string =>
  text
    .replaceAll(/^(#{1,6}(?=\s|$)|[-+>](?=\s|$)|>|-{3,}$|={3,}$)/gm, '\\$1')
    .replaceAll(/^(\d{1,9})([.)])(?=\s|$)/gm, '$1\\$2');
