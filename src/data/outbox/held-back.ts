import type { OutboxEntry } from './outbox-entry.ts';

/**
 * Whether an entry must wait for another one of its author at a backend without keys. While one post is in doubt, no
 * other is published, as its new id would be mistaken for the post of the lost call. Of several posts in doubt, the
 * oldest is sent first.
 *
 * @param entries all of this author, oldest first.
 */
export function isHeldBack({ id, work }: OutboxEntry, entries: readonly OutboxEntry[]): boolean {
  const first = entries.find(isToBeFound);
  return work.kind === 'publish' && first !== undefined && first.id !== id;
}

/** Whether the post must still be looked for in the author's own list. Entries `refused` or `arrived` block nothing. */
const isToBeFound = ({ work, state, isInDoubt }: OutboxEntry): boolean =>
  work.kind === 'publish' && isInDoubt && (state.name === 'waiting' || state.name === 'sending');

/**
 * Whether the entry must wait for an earlier one of the same post: edits go in order, each after the one that it began
 * from. A delete does not wait for an edit that waits for its author.
 *
 * @param entries all of this author, oldest first.
 */
export function isBehindEdit({ id, work }: OutboxEntry, entries: readonly OutboxEntry[]): boolean {
  if (work.kind === 'publish') return false;
  const earlier = entries.slice(
    0,
    entries.findIndex((other) => other.id === id),
  );
  return earlier.some(({ work: other, state }) => {
    if (other.kind === 'publish' || other.postId !== work.postId) return false;
    const isOnItsWay = state.name === 'waiting' || state.name === 'sending' || state.name === 'needs login';
    return isOnItsWay || (work.kind === 'edit' && other.kind === 'edit');
  });
}
