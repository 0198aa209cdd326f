import { blocksIn } from './blocks-in.ts';
import type { Inline, ItemChild, Markdown } from './tree.ts';

/**
 * Yields a text's words without formatting, one line or block at a time, for callers that need only the beginning.
 * @param isWanted says whether to read a block
 */
export function* plainWords(markdown: Markdown, isWanted?: (block: ItemChild) => boolean): Generator<string> {
  if (markdown.kind === 'plain') yield markdown.text;
  else for (const block of blocksIn(markdown.blocks, isWanted)) yield* wordsOf(block);
}

const unsummarised = new Set<ItemChild['kind']>(['heading', 'code', 'notes']);

/**
 * Yields the words for cards and descriptions: those outside headings, code and notes. If there are none, yields all
 * words.
 */
export function* summaryWords(markdown: Markdown): Generator<string> {
  let isEmpty = true;
  for (const piece of plainWords(markdown, ({ kind }) => !unsummarised.has(kind))) {
    if (piece.trim()) isEmpty = false;
    yield piece;
  }
  if (isEmpty) yield* plainWords(markdown);
}

/** Yields the words of a block, without those of the blocks within it. */
function* wordsOf(block: ItemChild): Generator<string> {
  switch (block.kind) {
    case 'paragraph':
    case 'line':
    case 'heading':
      yield lineText(block.children);
      break;
    case 'code':
      yield block.text;
      break;
    case 'table':
      for (const row of [block.head, ...block.rows]) yield row.map(({ children }) => lineText(children)).join(' ');
      break;
    case 'quote':
    case 'list':
    case 'notes':
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
