import type { NewPost } from '../../contract/posts.ts';

/**
 * Work that its author has confirmed and the backend has not. `version` says how to read the record: a change of its
 * shape raises it and still reads every earlier one, or posts that wait on people's devices are never sent.
 */
export interface Entry {
  version: 1;
  /** Made with the entry, and the Idempotency-Key of its call. */
  id: string;
  /** Sent as this user, or not at all. */
  userId: string;
  /** Milliseconds since the epoch. */
  confirmedAt: number;
  work: Work;
  state: State;
  /** Tries that brought no answer. */
  tries: number;
  /** A call may have reached the backend, and its answer did not reach us. */
  isInDoubt: boolean;
  /** How often the author's own list held the same text before the first call; only for a backend without keys. */
  sameBefore?: number;
}

export type Work =
  | { kind: 'publish'; post: NewPost }
  /** `post`: its text stays behind as a draft. */
  | { kind: 'delete'; postId: string; post: NewPost };

export type State =
  /** Epoch ms. `notBefore` is our own pause, which news of the network ends; `heldUntil` is not ours to end. */
  | { name: 'waiting'; notBefore: number; heldUntil: number }
  | { name: 'sending' }
  /** The backend does not know its author any more: it goes by itself after a login. */
  | { name: 'needs login' }
  | { name: 'refused'; status: number };

/**
 * To be sent at the next occasion; what is being sent stays so. A backend's wish to be left alone ends at its author's
 * hand, but not the time that is given to a call without a key to arrive.
 */
export function revived(entry: Entry): Entry {
  const { state, sameBefore } = entry;
  if (state.name === 'sending') return entry;
  const heldUntil = state.name === 'waiting' && sameBefore !== undefined ? state.heldUntil : 0;
  return { ...entry, state: { name: 'waiting', notBefore: 0, heldUntil } };
}
