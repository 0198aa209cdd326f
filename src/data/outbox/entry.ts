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
  | { kind: 'publish'; post: NewPost; draftId: string }
  /** `post`: its text stays behind as a draft. */
  | { kind: 'delete'; postId: string; post: NewPost };

export type State =
  /** `notBefore` is our own pause, which news of the network ends; `heldUntil` the backend's (Retry-After). Epoch ms. */
  | { name: 'waiting'; notBefore: number; heldUntil: number }
  | { name: 'sending' }
  /** The backend does not know its author any more: it goes by itself after a login. */
  | { name: 'needs login' }
  | { name: 'refused'; status: number };

/** To be sent at the next occasion; what is being sent stays so. */
export const revived = (entry: Entry): Entry =>
  entry.state.name === 'sending' ? entry : { ...entry, state: { name: 'waiting', notBefore: 0, heldUntil: 0 } };
