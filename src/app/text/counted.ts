/** Returns for example `1 post` or `25 posts`. */
export const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count.toLocaleString()} ${count === 1 ? noun : plural}`;

/** Returns for example `3 posts, 1 draft and 2 pictures`. Leaves out counts of 0. */
export const countedAll = (counts: readonly (readonly [count: number, noun: string, plural?: string])[]): string =>
  new Intl.ListFormat('en-GB').format(counts.filter(([count]) => count > 0).map((each) => counted(...each)));
