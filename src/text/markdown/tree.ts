/** A post's text after parsing: closed unions of plain data, so that a tree can be posted to another thread. */
export type Markdown =
  /** `room`: bytes of output that are left for the markup of coloured code (`output-budget.ts`). */
  | { kind: 'formatted'; blocks: Block[]; room: number }
  /** A text that is too costly to format; it is shown as it was written. */
  | { kind: 'plain'; text: string };

export type Block =
  | { kind: 'paragraph'; children: Inline[] }
  /** The highest heading of a text has level 2, right below the page's heading. `id` is unique within the text. */
  | { kind: 'heading'; level: 2 | 3 | 4 | 5 | 6; id: string; children: Inline[] }
  | { kind: 'quote'; children: Block[] }
  /** `start` is set for ordered lists. */
  | { kind: 'list'; start?: number; items: ListItem[] }
  | CodeBlock
  | { kind: 'table'; head: TableCell[]; rows: TableCell[][] }
  | { kind: 'rule' }
  /** The last block of a text that has notes. The notes are in the order of their numbers, which begin with 1. */
  | { kind: 'notes'; notes: Note[] };

export interface Note {
  /** How many references lead to the note; may be 0. */
  references: number;
  children: ItemChild[];
}

export interface CodeBlock {
  kind: 'code';
  /** The language as the author wrote it; empty if there is none. */
  language: string;
  text: string;
  /** Present once the code has been highlighted; joined, the tokens are the text. */
  tokens?: CodeToken[];
}

/** A piece of code: its text alone, or its text with the scope that decides its colour. */
export type CodeToken = string | [scope: CodeScope, text: string];

export type CodeScope =
  | 'keyword'
  | 'string'
  | 'number'
  | 'comment'
  | 'function'
  | 'type'
  | 'attribute'
  | 'meta'
  | 'added'
  | 'removed';

export interface ListItem {
  /** Set for an item of a task list. */
  isDone?: boolean;
  children: ItemChild[];
}

/** A child of a list item. In a tight list, a `line` replaces each paragraph. */
export type ItemChild = Block | { kind: 'line'; children: Inline[] };

export interface TableCell {
  align: 'left' | 'center' | 'right' | undefined;
  children: Inline[];
}

export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'break' }
  | { kind: 'code'; text: string }
  | { kind: 'emphasis' | 'strong' | 'deleted'; children: Inline[] }
  | { kind: 'link'; url: string; title: string; children: Inline[] }
  /** A reference to a note. `count` numbers the references to the same note, from 1. */
  | { kind: 'reference'; note: number; count: number }
  /** Whether the URL may be loaded depends on the page and is decided where the image is rendered. */
  | { kind: 'image'; url: string; title: string; alt: string };
