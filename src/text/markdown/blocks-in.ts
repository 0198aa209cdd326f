import type { ItemChild } from './tree.ts';

/**
 * Yields blocks and the blocks within them, in the order of the text.
 * @param isWanted says whether to yield a block and the blocks within it
 */
export function* blocksIn(
  blocks: ItemChild[],
  isWanted: (block: ItemChild) => boolean = () => true,
): Generator<ItemChild> {
  for (const block of blocks) {
    if (!isWanted(block)) continue;
    yield block;
    if (block.kind === 'quote') yield* blocksIn(block.children, isWanted);
    if (block.kind === 'list') for (const { children } of block.items) yield* blocksIn(children, isWanted);
    if (block.kind === 'notes') for (const { children } of block.notes) yield* blocksIn(children, isWanted);
  }
}
