import type { Owner, Turns } from './turns.ts';

/** How work reaches its owner. */
export type Way = (work: () => void) => void;

/** Each work has a turn of the owner, and they are done in the order in which they came. */
export function inOrder(turns: Turns, owner: Owner, label: string): Way {
  const waiting: (() => void)[] = [];
  return (work) => {
    waiting.push(work);
    turns.soon(owner, label, () => waiting.shift()?.());
  };
}

/** The same, with an order for each sender: what two of them send may overtake each other. */
export function inOrderOfEach(turns: Turns, owner: Owner, label: string): (sender: object) => Way {
  const ways = new WeakMap<object, Way>();
  return (sender) => {
    const way = ways.get(sender) ?? inOrder(turns, owner, label);
    ways.set(sender, way);
    return way;
  };
}
