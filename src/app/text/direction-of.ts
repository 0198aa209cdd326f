import type { Inline, ItemChild } from '../../text/markdown/tree.ts';

/** Matches a letter of the right-to-left scripts: Hebrew, Arabic, Syriac, Thaana, N’Ko, Adlam and their neighbours. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Returns the direction of a list, a quote or a table, by its first letter outside of code. `dir="auto"` would not find
 * that letter, because it skips blocks that have a direction of their own.
 * @returns no `dir` if there is no letter, so that the block inherits its direction
 */
export function directionOf(block: ItemChild): { dir?: 'rtl' | 'ltr' } {
  const letter = letterInBlock(block);
  return letter === undefined ? {} : { dir: rightToLeft.test(letter) ? 'rtl' : 'ltr' };
}

function letterInBlock(block: ItemChild): string | undefined {
  switch (block.kind) {
    case 'paragraph':
    case 'line':
    case 'heading':
      return letterInLine(block.children);
    case 'quote':
      return first(block.children, letterInBlock);
    case 'list':
      return first(block.items, ({ children }) => first(children, letterInBlock));
    case 'table':
      return first([block.head, ...block.rows], (row) => first(row, ({ children }) => letterInLine(children)));
    default:
      return undefined;
  }
}

const letterInLine = (line: Inline[]): string | undefined =>
  first(line, (inline) => {
    if (inline.kind === 'text') return /\p{L}/u.exec(inline.text)?.[0];
    return 'children' in inline ? letterInLine(inline.children) : undefined;
  });

/** Returns the first result that is not `undefined`. */
function first<Item>(items: Item[], find: (item: Item) => string | undefined): string | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
