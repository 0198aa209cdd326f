import type { Block, Inline, ItemChild, Markdown } from './tree.ts';

/**
 * Yields a text's words without formatting, one line or block at a time, for callers that need only the beginning.
 * @param isWanted says whether to read a block
 */
export function* plainWords(
  markdown: Markdown,
  isWanted: (block: ItemChild) => boolean = () => true,
): Generator<string> {
  if (markdown.kind === 'plain') yield markdown.text;
  else yield* wordsOf(markdown.blocks, isWanted);
}

const unsummarised = new Set<ItemChild['kind']>(['heading', 'code', 'notes']);

/**
 * Yields the words for cards and descriptions: the sentences, without headings, code and notes, or everything if there
 * is nothing else.
 */
export function* summaryWords(markdown: Markdown): Generator<string> {
  let isEmpty = true;
  for (const piece of plainWords(markdown, ({ kind }) => !unsummarised.has(kind))) {
    if (piece.trim()) isEmpty = false;
    yield piece;
  }
  if (isEmpty) yield* plainWords(markdown);
}

function* wordsOf(blocks: ItemChild[], isWanted: (block: ItemChild) => boolean): Generator<string> {
  for (const block of blocks) if (isWanted(block)) yield* wordsOfBlock(block, isWanted);
}

function* wordsOfBlock(block: ItemChild, isWanted: (block: Block | ItemChild) => boolean): Generator<string> {
  switch (block.kind) {
    case 'paragraph':
    case 'line':
    case 'heading':
      yield lineText(block.children);
      break;
    case 'quote':
      yield* wordsOf(block.children, isWanted);
      break;
    case 'list':
      for (const { children } of block.items) yield* wordsOf(children, isWanted);
      break;
    case 'code':
      yield block.text;
      break;
    case 'table':
      for (const row of [block.head, ...block.rows]) yield row.map(({ children }) => lineText(children)).join(' ');
      break;
    case 'notes':
      for (const { children } of block.notes) yield* wordsOf(children, isWanted);
      break;
    case 'rule':
      break;
    default:
      block satisfies never;
  }
}

/** Returns the words of a line without formatting. */
export function lineText(inlines: Inline[]): string {
  return inlines.map(textOf).join('');
}

function textOf(inline: Inline): string {
  switch (inline.kind) {
    case 'text':
    case 'code':
      return inline.text;
    case 'break':
      return '\n';
    case 'image':
      return inline.alt;
    case 'reference':
      return '';
    default:
      return lineText(inline.children);
  }
}
