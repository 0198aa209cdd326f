import { blocksIn } from './blocks-in.ts';
import { knownLanguage } from './languages.ts';
import { coloursOf } from './output-budget.ts';
import type { CodeBlock, CodeToken, ItemChild, Markdown } from './tree.ts';

/**
 * Limits of colouring, in characters of a line, a block and a whole text. Code above them stays plain. Grammars take
 * quadratic time for a long word: seconds for 20,000 letters in TypeScript.
 */
const most = { line: 500, block: 10_000, text: 50_000 } as const;

/** Returns the blocks to colour, in order: those in a known language and within the limits. */
export function codeToColour(markdown: Markdown): CodeBlock[] {
  let left: number = most.text;
  return codeIn(markdown).filter(({ language, text }) => {
    if (!knownLanguage(language) || text.length > Math.min(most.block, left) || hasLongLine(text)) return false;
    left -= text.length;
    return true;
  });
}

const hasLongLine = (text: string) => text.split('\n').some(({ length }) => length > most.line);

/** Returns all code blocks, in their order. */
export const codeIn = (markdown: Markdown): CodeBlock[] =>
  markdown.kind === 'plain' ? [] : [...blocksIn(markdown.blocks)].filter((block) => block.kind === 'code');

/**
 * Returns a copy of `markdown` whose code blocks have their coloured tokens. A block stays plain if its tokens exceed
 * the text's `room`.
 * @param blocks as `codeToColour` returned them
 * @param colours the tokens of each block, in the same order
 */
export function withColours(markdown: Markdown, blocks: CodeBlock[], colours: (CodeToken[] | undefined)[]): Markdown {
  if (markdown.kind === 'plain') return markdown;
  let { room } = markdown;
  const byBlock = new Map<CodeBlock, CodeToken[]>();
  for (const [index, block] of blocks.entries()) {
    const tokens = colours[index];
    const taken = tokens ? coloursOf(tokens) : 0;
    if (!tokens || taken > room) continue;
    room -= taken;
    byBlock.set(block, tokens);
  }
  const colour = <Child extends ItemChild>(block: Child): Child => {
    switch (block.kind) {
      case 'code': {
        const tokens = byBlock.get(block);
        return tokens ? { ...block, tokens } : block;
      }
      case 'quote':
        return { ...block, children: block.children.map(colour) };
      case 'list':
        return { ...block, items: block.items.map((item) => ({ ...item, children: item.children.map(colour) })) };
      case 'notes':
        return { ...block, notes: block.notes.map((note) => ({ ...note, children: note.children.map(colour) })) };
      default:
        return block;
    }
  };
  return { ...markdown, blocks: markdown.blocks.map(colour), room };
}
