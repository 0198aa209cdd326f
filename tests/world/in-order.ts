import type { Owner, Turns } from './turns.ts';

/** Each work has a turn of the owner, and they are done in the order in which they came. */
export function inOrder(turns: Turns, owner: Owner, label: string): (work: () => void) => void {
  const waiting: (() => void)[] = [];
  return (work) => {
    waiting.push(work);
    turns.soon(owner, label, () => waiting.shift()?.());
  };
}
