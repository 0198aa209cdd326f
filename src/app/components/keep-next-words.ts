/** `1 post`, `25 posts`. */
export const countOf = (count: number, noun: 'post' | 'picture' | 'text'): string =>
  `${count.toLocaleString()} ${noun}${count === 1 ? '' : 's'}`;
