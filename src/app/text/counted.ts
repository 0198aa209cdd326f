import type { Gathered } from '../../../../writing/take-along/gather-writing.ts';

/** `1 post`, `25 posts`. */
export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString()} ${noun}${count === 1 ? '' : 's'}`;

/** `a, b and c`. */
export const listed = (parts: readonly string[]): string => new Intl.ListFormat('en-GB').format(parts);

/** Returns the counts of a file's content, without zeros. */
export function countedIn({ posts, versions, drafts, waiting, images }: Gathered['files']): string[] {
  const parts: [number, string][] = [
    [versions, 'earlier version'],
    [drafts, 'draft'],
    [waiting, 'waiting text'],
    [images, 'picture'],
  ];
  return [counted(posts, 'post'), ...parts.filter(([count]) => count > 0).map(([count, noun]) => counted(count, noun))];
}
