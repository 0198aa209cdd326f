import type { Element, ElementContent, Parents, Properties, Text } from 'hast';

/** Elements nested deeper than this are replaced by their text: the app would show such Markdown unformatted. */
const deepest = 50;

/** A table of more cells is replaced by its text, because no page could show it. */
const mostCells = 10_000;

const setOf = (names: string): ReadonlySet<string> => new Set(names.split(' '));

/** Elements whose content is not the author's text. */
const dropped = setOf(
  'script style template noscript object head title meta link base wbr form button svg math canvas area',
);

const blocks = setOf(
  'address article aside blockquote body center dd details div dl dt fieldset figcaption figure footer h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table caption tbody td tfoot th thead tr ul',
);

/** Elements that can hold only a line of text in Markdown. */
const lines = setOf('h1 h2 h3 h4 h5 h6 td th caption figcaption summary dt');

const lists = setOf('ul ol menu dir');

interface Place {
  depth: number;
  /** Whether Markdown allows only a line of text here. */
  isInLine: boolean;
}

/** Returns the children of an element, converted to elements that Markdown has. Keeps all words outside `dropped`. */
export function simplified(parent: Parents, place: Place = { depth: 0, isInLine: false }): ElementContent[] {
  const children: ElementContent[] = [];
  for (const child of parent.children) {
    if (child.type === 'text') children.push(child);
    else if (child.type === 'element' && !dropped.has(child.tagName)) children.push(...simplifiedElement(child, place));
  }
  return children;
}

function simplifiedElement(element: Element, { depth, isInLine }: Place): ElementContent[] {
  const { tagName } = element;
  switch (tagName) {
    case 'br':
      return [isInLine ? space : element];
    case 'img':
      return imageOf(element);
    case 'iframe':
    case 'embed':
    case 'video':
    case 'audio':
      return mediaOf(element);
  }
  const children = simplified(element, { depth: depth + 1, isInLine: isInLine || lines.has(tagName) });
  const isBlock = blocks.has(tagName);
  if (depth > deepest || (isInLine && isBlock)) return isBlock ? [space, ...children, space] : children;
  switch (tagName) {
    case 'a': {
      const href = addressOf(element.properties.href);
      return href === undefined ? children : [made('a', children, { href })];
    }
    case 'figcaption':
      return [made('p', [made('em', children)])];
    case 'table': {
      // Treats every row as being as long as the longest, because the library fills up shorter rows.
      const rows = rowsOf(element);
      const widest = rows.reduce((most, row) => Math.max(most, row.children.length), 0);
      if (rows.length * widest > mostCells) return [made('pre', children)];
      // Markdown's tables have no caption, so the caption becomes a paragraph above.
      const isCaption = (child: ElementContent) => child.type === 'element' && child.tagName === 'caption';
      const captions = children.filter(isCaption).map((child) => made('p', 'children' in child ? child.children : []));
      const others = children.filter((child) => !isCaption(child));
      return [...captions, made('table', others)];
    }
    case 'td':
    case 'th':
      return [made(tagName, children, { align: element.properties.align })];
    case 'ol':
      return [made('ol', inItems(children), startOf(element))];
    case 'pre':
      return [made('pre', [made('code', children, { className: languageOf(element) })])];
    default:
      if (lists.has(tagName)) return [made(tagName, inItems(children))];
      // Removes an inline element around blocks, because Markdown has no mark around paragraphs.
      return isBlock || !children.some(isBlockElement) ? [made(tagName, children)] : children;
  }
}

const isBlockElement = (child: ElementContent): boolean => child.type === 'element' && blocks.has(child.tagName);

const space: Text = { type: 'text', value: ' ' };

const made = (tagName: string, children: ElementContent[], properties: Properties = {}): Element => ({
  type: 'element',
  tagName,
  properties,
  children,
});

const textNode = (value: string): Text => ({ type: 'text', value });

/** Moves children that are not items into the item before them, as browsers show them. */
function inItems(children: ElementContent[]): ElementContent[] {
  const items: Element[] = [];
  for (const child of children) {
    const last = items.at(-1);
    if (child.type === 'element' && child.tagName === 'li') items.push(child);
    else if (last) last.children.push(child);
    else if (child.type !== 'text' || child.value.trim()) items.push(made('li', [child]));
  }
  return items;
}

function startOf({ properties }: Element): Properties {
  const start = Number(properties.start);
  // In Markdown, a number of ten digits begins no list.
  return Number.isInteger(start) && start >= 0 && start <= 999_999_999 ? { start } : {};
}

/** Returns a class such as `language-ts`, which the library reads. Highlighters also name languages in other ways. */
function languageOf(pre: Element): string[] {
  const code = pre.children.find((child) => child.type === 'element');
  const classes = [pre, code].flatMap((element) => element?.properties.className ?? []).join(' ');
  const language = /(?:lang(?:uage)?-|brush:\s*)([\w+#-]+)/.exec(classes)?.[1]?.slice(0, 30);
  return language === undefined ? [] : [`language-${language}`];
}

function imageOf({ properties: { src, dataSrc, alt } }: Element): ElementContent[] {
  const address = addressOf(src) ?? addressOf(dataSrc);
  const words = String(alt ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return address === undefined ? [textNode(words)] : [made('img', [], { src: address, alt: words })];
}

function mediaOf(element: Element): ElementContent[] {
  const source = element.children.find((child) => child.type === 'element' && child.tagName === 'source');
  const src = element.properties.src ?? (source?.type === 'element' ? source.properties.src : undefined);
  const address = addressOf(String(src ?? '').replace(/^(?=\/\/)/, 'https:'));
  return address === undefined ? [] : [space, made('a', [textNode(address)], { href: address }), space];
}

/** Returns the address if a post may have it; `undefined` for other schemes, such as `javascript:`. */
function addressOf(written: Properties[string]): string | undefined {
  const address = typeof written === 'string' ? written.trim() : '';
  if (address === '') return undefined;
  const scheme = /^([a-z][a-z\d+.-]*):/i.exec(address)?.[1]?.toLowerCase();
  return scheme === undefined || ['http', 'https', 'mailto'].includes(scheme) ? address : undefined;
}

const rowsOf = (element: Element): Element[] =>
  element.children.flatMap((child) => {
    if (child.type !== 'element') return [];
    return child.tagName === 'tr' ? [child] : rowsOf(child);
  });
