import { Unreadable } from './found-writing.ts';
import { cardPieces, element, escaped, type Fields, isFields, type Piece, textIn } from './ghost-pieces.ts';

/** Lexical stores a text's marks as the bits of a number. */
const marks = [
  [16, 'code'],
  [2, 'em'],
  [1, 'strong'],
  [4, 'del'],
] as const;

/** Nodes that hold text and other nodes, by what they are in HTML. */
const elements: Readonly<Record<string, string>> = {
  paragraph: 'p',
  heading: 'h2',
  quote: 'blockquote',
  aside: 'blockquote',
  listitem: 'li',
  link: 'a',
  autolink: 'a',
};

/** No author nests deeper. */
const deepest = 200;

/**
 * Returns the text of Ghost's editor since version 5: a tree of nodes, in which cards stand between paragraphs.
 *
 * @throws Unreadable if it is something else
 */
export function lexicalPieces(document: unknown): Piece[] {
  if (!isFields(document) || !isFields(document.root) || !Array.isArray(document.root.children))
    throw new Unreadable('Its text is in a form that cannot be read.');
  return document.root.children.flatMap((node) => piecesOf(node, 0));
}

function piecesOf(node: unknown, depth: number): Piece[] {
  if (depth > deepest) throw new Unreadable('Its text is nested too deeply.');
  if (!isFields(node)) return [];
  const type = textIn(node.type).replace(/^extended-/, '');
  if (type === 'text' || typeof node.text === 'string') return [{ html: marked(node) }];
  if (type === 'linebreak') return [{ html: '<br>' }];
  if (type === 'tab') return [{ html: ' ' }];
  if (!Array.isArray(node.children)) return cardPieces(type, node);
  const pieces = node.children.flatMap((child) => piecesOf(child, depth + 1));
  const tag = tagOf(type, node);
  // Cards stand where only text can, in no text of Ghost's own.
  if (pieces.some((piece) => 'markdown' in piece)) return pieces;
  const html = pieces.map((piece) => ('html' in piece ? piece.html : '')).join('');
  const attributes = {
    href: /link$/.test(type) ? textIn(node.url) : '',
    start: type === 'list' ? `${node.start ?? ''}` : '',
  };
  const whole = type === 'code' ? element('pre', element('code', html)) : element(tag, html, attributes);
  return [{ html: whole }];
}

function tagOf(type: string, node: Fields): string {
  const tag = textIn(node.tag);
  if (/^(?:h[1-6]|[uo]l)$/.test(tag)) return tag;
  if (type === 'list') return node.listType === 'number' ? 'ol' : 'ul';
  return elements[type] ?? 'div';
}

function marked({ text, format }: Fields): string {
  const bits = typeof format === 'number' ? format : 0;
  const tags = marks.filter(([bit]) => bits & bit).map(([, tag]) => tag);
  return tags.reduce((html, tag) => element(tag, html), escaped(textIn(text)));
}
