import type { Owner, Turns } from './turns.ts';

/** Passes work to its owner, who does it in a later turn. */
export type Way = (work: () => void) => void;

/** Returns a way that gives each piece of work a turn of the owner, in the order of arrival. */
export function inOrder(turns: Turns, owner: Owner, label: string): Way {
  const waiting: (() => void)[] = [];
  return (work) => {
    waiting.push(work);
    turns.soon(owner, label, () => waiting.shift()?.());
  };
}

/** Returns one way for each sender, so that work of two senders may overtake each other. */
export function inOrderOfEach(turns: Turns, owner: Owner, label: string): (sender: object) => Way {
  const ways = new WeakMap<object, Way>();
  return (sender) => {
    const way = ways.get(sender) ?? inOrder(turns, owner, label);
    ways.set(sender, way);
    return way;
  };
}
