import type { Token } from 'markdown-it';
import { createHeadingIds } from './heading-ids.ts';
import { lineText } from './plain-words.ts';
import type { Block, Inline, ItemChild, ListItem, TableCell } from './tree.ts';

/** Turns the parser's flat list of tokens into a tree. */
export function blocksOf(tokens: Token[]): Block[] {
  const cursor: Cursor = { tokens, at: 0, idOf: createHeadingIds(), topLevel: topLevelOf(tokens) };
  return childrenUntilEnd(cursor).flatMap((child) =>
    child.kind === 'line' ? [{ ...child, kind: 'paragraph' }] : [child],
  );
}

interface Cursor {
  tokens: Token[];
  at: number;
  idOf: (text: string) => string;
  /** Level of the text's highest heading, which is shown right below the page's own. */
  topLevel: number;
}

const levelOf = ({ tag }: Token): number => Number(tag.slice(1));

function topLevelOf(tokens: Token[]): number {
  let top = 6;
  for (const token of tokens) if (token.type === 'heading_open') top = Math.min(top, levelOf(token));
  return top;
}

/** Reads siblings up to the token that closes their parent, and steps over it. */
function childrenUntilEnd(cursor: Cursor): ItemChild[] {
  const children: ItemChild[] = [];
  for (;;) {
    const token = cursor.tokens[cursor.at++];
    if (!token || token.nesting < 0) return children;
    const child = childOf(token, cursor);
    if (child) children.push(child);
  }
}

function childOf(token: Token, cursor: Cursor): ItemChild | undefined {
  switch (token.type) {
    case 'paragraph_open':
      return { kind: token.hidden ? 'line' : 'paragraph', children: inlinesUntilEnd(cursor) };
    case 'heading_open': {
      const children = inlinesUntilEnd(cursor);
      const level = Math.min(levelOf(token) - cursor.topLevel + 2, 6) as 2 | 3 | 4 | 5 | 6;
      return { kind: 'heading', level, id: cursor.idOf(lineText(children)), children };
    }
    case 'blockquote_open':
      return { kind: 'quote', children: blocksUntilEnd(cursor) };
    case 'bullet_list_open':
      return { kind: 'list', items: itemsUntilEnd(cursor) };
    case 'ordered_list_open':
      return { kind: 'list', start: Number(token.attrGet('start') ?? 1), items: itemsUntilEnd(cursor) };
    case 'code_block':
      return { kind: 'code', language: '', text: token.content };
    case 'fence':
      return { kind: 'code', language: /^\S*/.exec(token.info.trim())?.[0] ?? '', text: token.content };
    case 'hr':
      return { kind: 'rule' };
    case 'table_open': {
      const rows = rowsUntilEnd(cursor);
      return { kind: 'table', head: rows[0] ?? [], rows: rows.slice(1) };
    }
    default:
      throw new Error(`The parser made a block that nobody renders: ${token.type}`);
  }
}

function blocksUntilEnd(cursor: Cursor): Block[] {
  return childrenUntilEnd(cursor).filter((child) => child.kind !== 'line');
}

function itemsUntilEnd(cursor: Cursor): ListItem[] {
  const items: ListItem[] = [];
  for (;;) {
    const token = cursor.tokens[cursor.at++];
    if (token?.type !== 'list_item_open') return items;
    items.push(asTask(childrenUntilEnd(cursor)));
  }
}

/** An item that begins with `[ ]` or `[x]` belongs to a task list (GitHub's rule: with a space and a text after it). */
function asTask(children: ItemChild[]): ListItem {
  const [first, ...others] = children;
  if (first?.kind !== 'line' && first?.kind !== 'paragraph') return { children };
  const [start, ...rest] = first.children;
  const mark = start?.kind === 'text' ? /^\[([ xX])\][ \t]+/.exec(start.text) : null;
  if (start?.kind !== 'text' || !mark) return { children };
  const text = start.text.slice(mark[0].length);
  const inlines: Inline[] = text ? [{ kind: 'text', text }, ...rest] : rest;
  if (inlines.length === 0) return { children };
  return { isDone: mark[1] !== ' ', children: [{ ...first, children: inlines }, ...others] };
}

/** The rows of a table's head and body alike. */
function rowsUntilEnd(cursor: Cursor): TableCell[][] {
  const rows: TableCell[][] = [];
  for (;;) {
    const token = cursor.tokens[cursor.at++];
    if (!token || token.type === 'table_close') return rows;
    if (token.type === 'tr_open') rows.push([]);
    if (token.type === 'th_open' || token.type === 'td_open')
      rows.at(-1)?.push({ align: alignmentOf(token), children: inlinesUntilEnd(cursor) });
  }
}

function alignmentOf(cell: Token): TableCell['align'] {
  const style = String(cell.attrGet('style') ?? '');
  return (['left', 'center', 'right'] as const).find((align) => style.endsWith(align));
}

/** Reads the inline token of a paragraph, heading or cell, and the token that closes it. */
function inlinesUntilEnd(cursor: Cursor): Inline[] {
  let inlines: Inline[] = [];
  for (;;) {
    const token = cursor.tokens[cursor.at++];
    if (!token || token.nesting < 0) return inlines;
    inlines = inlineTree({ tokens: token.children ?? [], at: 0 });
  }
}

function inlineTree(cursor: { tokens: Token[]; at: number }): Inline[] {
  const inlines: Inline[] = [];
  for (;;) {
    const token = cursor.tokens[cursor.at++];
    if (!token || token.nesting < 0) return inlines;
    const inline = inlineOf(token, cursor);
    const last = inlines.at(-1);
    if (inline.kind === 'text' && last?.kind === 'text') last.text += inline.text;
    else if (inline.kind !== 'text' || inline.text !== '') inlines.push(inline);
  }
}

function inlineOf(token: Token, cursor: { tokens: Token[]; at: number }): Inline {
  switch (token.type) {
    case 'text':
      return { kind: 'text', text: token.content };
    case 'softbreak':
    case 'hardbreak':
      return { kind: 'break' };
    case 'code_inline':
      return { kind: 'code', text: token.content };
    case 'em_open':
      return { kind: 'emphasis', children: inlineTree(cursor) };
    case 'strong_open':
      return { kind: 'strong', children: inlineTree(cursor) };
    case 's_open':
      return { kind: 'deleted', children: inlineTree(cursor) };
    case 'link_open':
      return { kind: 'link', ...addressOf(token, 'href'), children: inlineTree(cursor) };
    case 'image': {
      const alt = lineText(inlineTree({ tokens: token.children ?? [], at: 0 }));
      return { kind: 'image', ...addressOf(token, 'src'), alt };
    }
    default:
      throw new Error(`The parser made an inline that nobody renders: ${token.type}`);
  }
}

const addressOf = (token: Token, name: 'href' | 'src') => ({
  url: String(token.attrGet(name) ?? ''),
  title: String(token.attrGet('title') ?? ''),
});
