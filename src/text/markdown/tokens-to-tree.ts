import type { Token } from 'markdown-it';
import type { Footnote } from './footnotes.ts';
import { HeadingTargets } from './heading-targets.ts';
import { inlineTree, type Place } from './inline-tree.ts';
import { NoteNumbers } from './note-numbers.ts';
import type { OutputBudget } from './output-budget.ts';
import { lineText } from './plain-words.ts';
import type { Block, Inline, ItemChild, ListItem, Note, TableCell } from './tree.ts';

/**
 * Turns the parser's flat list of tokens into a tree.
 * @param budget is charged for the output. The parser has already charged the marks of all blocks except paragraphs.
 * @throws {TooComplexError}
 */
export function blocksOf(tokens: Token[], budget: OutputBudget): Block[] {
  const cursor: Cursor = {
    tokens,
    at: 0,
    depth: 0,
    budget,
    headings: new HeadingTargets(),
    links: [],
    notes: new NoteNumbers(tokens),
    topLevel: topLevelOf(tokens),
  };
  const blocks = childrenUntilEnd(cursor).flatMap((child): Block[] =>
    child.kind === 'line' ? [{ ...child, kind: 'paragraph' }] : [child],
  );
  const notes = notesOf(cursor);
  resolveHeadingLinks(cursor);
  return notes.length > 0 ? [...blocks, { kind: 'notes', notes }] : blocks;
}

function notesOf(cursor: Cursor): Note[] {
  if (cursor.notes.isEmpty) return [];
  cursor.budget.spend('notes');
  const texts: { note: Footnote; children: ItemChild[] }[] = [];
  for (let next = cursor.notes.next(); next; next = cursor.notes.next()) {
    cursor.at = next.at;
    texts.push({ note: next.note, children: childrenUntilEnd(cursor) });
  }
  // Counts references after all notes are read, because a later note may refer to an earlier one.
  return texts.map(({ note, children }) => ({ references: cursor.notes.referencesTo(note), children }));
}

/** Replaces fragments that follow other programs' rules with the ids that the headings have here. */
function resolveHeadingLinks({ headings, links, budget }: Cursor): void {
  for (const link of links) {
    const id = headings.find(link.url.slice(1));
    if (id === undefined) continue;
    budget.spendFragment(id);
    link.url = `#${id}`;
  }
}

interface Cursor extends Place {
  headings: HeadingTargets;
  /** Level of the text's highest heading, which becomes level 2, right below the page's own heading. */
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
      if (!token.hidden) cursor.budget.spend('paragraph');
      return { kind: token.hidden ? 'line' : 'paragraph', children: inlinesUntilEnd(cursor) };
    case 'heading_open': {
      const children = inlinesUntilEnd(cursor);
      const level = Math.min(levelOf(token) - cursor.topLevel + 2, 6) as 2 | 3 | 4 | 5 | 6;
      const name = lineText(children);
      const id = cursor.headings.add(name, token.attrGet('id')?.toString());
      // The heading's link to itself repeats the id twice and the name once.
      cursor.budget.carry(id, id, name);
      return { kind: 'heading', level, id, children };
    }
    case 'blockquote_open':
      return { kind: 'quote', children: blocksUntilEnd(cursor) };
    case 'bullet_list_open':
      return { kind: 'list', items: itemsUntilEnd(cursor) };
    case 'ordered_list_open':
      return { kind: 'list', start: Number(token.attrGet('start') ?? 1), items: itemsUntilEnd(cursor) };
    case 'code_block':
    case 'fence': {
      const language = /^\S*/.exec(token.info.trim())?.[0] ?? '';
      // The output has the language twice: beside the code, and in its label.
      cursor.budget.carry(language, language, token.content);
      return { kind: 'code', language, text: token.content };
    }
    case 'hr':
      return { kind: 'rule' };
    case 'footnote_open':
      cursor.at = cursor.notes.endOf(cursor.at);
      return undefined;
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
    const item = asTask(childrenUntilEnd(cursor));
    if (item.isDone !== undefined) cursor.budget.spend('task');
    items.push(item);
  }
}

/** Returns a list item: a task if it begins with `[ ]` or `[x]`, followed by a space and text (GitHub's rule). */
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

/** Returns the rows of a table, its head first. */
function rowsUntilEnd(cursor: Cursor): TableCell[][] {
  const rows: TableCell[][] = [];
  for (;;) {
    const token = cursor.tokens[cursor.at++];
    if (!token || token.type === 'table_close') return rows;
    if (token.type === 'tr_open') rows.push([]);
    if (token.type === 'th_open' || token.type === 'td_open') {
      const align = alignmentOf(token);
      if (align) cursor.budget.spend('alignment');
      rows.at(-1)?.push({ align, children: inlinesUntilEnd(cursor) });
    }
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
    inlines = inlineTree({ ...cursor, tokens: token.children ?? [], at: 0 });
  }
}
