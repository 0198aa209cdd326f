/** Returns for example `1 post` or `25 posts`. */
export const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count.toLocaleString()} ${count === 1 ? noun : plural}`;

/**
 * Returns for example `3 posts, 1 draft and 2 pictures`. Leaves out counts of 0. `plurals` has the irregular plurals.
 */
export const countedAll = (counts: Record<string, number>, plurals: Record<string, string> = {}): string =>
  new Intl.ListFormat('en-GB').format(
    Object.entries(counts).flatMap(([noun, count]) => (count > 0 ? counted(count, noun, plurals[noun]) : [])),
  );
