import type { Owner, Turns } from './turns.ts';

/** Schedules a callback: one owner, such as a page, runs it in a later turn. */
export type Way = (work: () => void) => void;

/** Returns a function that queues callbacks. The owner runs each in a separate turn, first in, first out. */
export function inOrder(turns: Turns, owner: Owner, label: string): Way {
  const waiting: (() => void)[] = [];
  return (work) => {
    waiting.push(work);
    turns.soon(owner, label, () => waiting.shift()?.());
  };
}

/** Returns a function that returns a queue for each sender. Callbacks of two senders may overtake each other. */
export function inOrderOfEach(turns: Turns, owner: Owner, label: string): (sender: object) => Way {
  const ways = new WeakMap<object, Way>();
  return (sender) => {
    const way = ways.get(sender) ?? inOrder(turns, owner, label);
    ways.set(sender, way);
    return way;
  };
}
