import type { Owner, Turns } from './turns.ts';

/** The way by which work reaches its owner. */
export type Way = (work: () => void) => void;

/** Gives each work a turn of the owner, in the order of arrival. */
export function inOrder(turns: Turns, owner: Owner, label: string): Way {
  const waiting: (() => void)[] = [];
  return (work) => {
    waiting.push(work);
    turns.soon(owner, label, () => waiting.shift()?.());
  };
}

/** Keeps an order only for each sender: work of two senders may overtake each other. */
export function inOrderOfEach(turns: Turns, owner: Owner, label: string): (sender: object) => Way {
  const ways = new WeakMap<object, Way>();
  return (sender) => {
    const way = ways.get(sender) ?? inOrder(turns, owner, label);
    ways.set(sender, way);
    return way;
  };
}
