import { limits } from '../../contract/limits.ts';
import { isSameText, type NewPost } from '../../contract/posts.ts';
import { newIdempotencyKey } from '../api/idempotency-key.ts';
import type { Draft, EditAttempt, EditBase, EditOf, SentAttempt } from '../drafts/drafts.ts';

/**
 * A post, an edit or a delete that its author has submitted and the backend has not confirmed. `version` says how to read the
 * record.
 */
export interface OutboxEntry {
  version: 1;
  /** Also the `Idempotency-Key` of its call. */
  id: string;
  /** The author. Sent as this user or not at all. */
  userId: string;
  /** When it was submitted, in milliseconds since the epoch. */
  confirmedAt: number;
  work: EntryWork;
  state: EntryState;
  /** Number of attempts without an answer. */
  tries: number;
  /** Whether a call may have reached the backend although its answer was lost. */
  isInDoubt: boolean;
  /**
   * The versions sent under this id, if the text was corrected in between: any of them may have arrived. Absent, only
   * the present text can have been sent.
   */
  sentTexts?: NewPost[];
  /** Ids in the author's own list before the first call; only for a backend without keys. */
  idsBefore?: string[];
  /** Whether that list was not read to its end, so that a post found later may be an older one. */
  isListCut?: boolean;
}

export type EntryWork =
  | { kind: 'publish'; post: NewPost }
  | EditWork
  /** `post`: the deleted post's text, which becomes a draft. */
  | { kind: 'delete'; postId: string; post: NewPost };

export type EditWork = { kind: 'edit'; post: NewPost } & Omit<EditOf, 'from'>;

export type EntryState =
  /**
   * Both in milliseconds since the epoch. `notBefore`: end of the backoff, which is cut short when the network is back.
   * `heldUntil`: end of a wait that is not cut short, for `Retry-After` or for a call that may still arrive.
   */
  | { name: 'waiting'; notBefore: number; heldUntil: number }
  | { name: 'sending' }
  /** The backend refused the author's credential: sent again after a login. */
  | { name: 'needs login' }
  /** `image`: the name of the picture that was refused; the text itself was not sent then. */
  | { name: 'refused'; status: number; image?: string }
  /** An earlier version is probably published; ask before publishing this one. */
  | { name: 'arrived' }
  /** The post has been edited elsewhere in the same places: its author decides between this edit and `theirs`. */
  | { name: 'conflict'; theirs: EditBase };

/** An entry of an edit. */
export type EditEntry = OutboxEntry & { work: EditWork };

export const isEdit = (entry: OutboxEntry): entry is EditEntry => entry.work.kind === 'edit';

export function newEntry(userId: string, work: EntryWork, id = newIdempotencyKey()): OutboxEntry {
  const state = { name: 'waiting', notBefore: 0, heldUntil: 0 } as const;
  return { version: 1, id, userId, confirmedAt: Date.now(), work, state, tries: 0, isInDoubt: false };
}

/** Whether it was sent without a key, so that each call must be given time to arrive before the next. */
const isWithoutKey = ({ idsBefore }: OutboxEntry): boolean => idsBefore !== undefined;

/**
 * Until when a call without a key is given time to arrive, in milliseconds since the epoch; 0 if there is none. What holds
 * an entry in doubt before its first attempt comes from its draft, and is no `Retry-After`.
 */
const heldForArrival = (entry: OutboxEntry): number =>
  entry.state.name === 'waiting' && ((entry.isInDoubt && entry.tries === 0) || isWithoutKey(entry))
    ? entry.state.heldUntil
    : 0;

/**
 * The entry after a refused call. Without a key, that call was made only because a lookup had found no earlier one, so
 * nothing of the entry has arrived: it is reset to one that was never sent. With a key it is returned unchanged.
 */
export function withoutDoubt(entry: OutboxEntry): OutboxEntry {
  if (!isWithoutKey(entry)) return entry;
  const { sentTexts: _, idsBefore: __, isListCut: ___, ...rest } = entry;
  return { ...rest, isInDoubt: false };
}

/** What a draft must know of the entry it was made from: what may have arrived; `undefined` if nothing can have. */
export function sentAttemptOf(entry: OutboxEntry): SentAttempt | undefined {
  const { id, work, isInDoubt, sentTexts, idsBefore, isListCut } = entry;
  if (!isInDoubt || work.kind !== 'publish') return undefined;
  const texts = sentTexts ?? [work.post];
  const heldUntil = heldForArrival(entry);
  return {
    id,
    post: texts.at(-1) ?? work.post,
    ...(texts.length > 1 && { others: texts.slice(0, -1) }),
    ...(idsBefore !== undefined && { idsBefore }),
    ...(isListCut && { isListCut }),
    ...(heldUntil > 0 && { heldUntil }),
  };
}

/**
 * The reverse of `sentAttemptOf`: a text that may have arrived keeps its id, corrected or not. The own backend then
 * recognizes that it has the first version; for a foreign one, the author's own list is compared with every version.
 */
export function entryFromDraft(
  userId: string,
  { post, sent, edit }: Pick<Draft, 'post' | 'sent' | 'edit'>,
): OutboxEntry {
  if (edit) {
    const { from: _, ...of } = edit;
    return newEntry(userId, { kind: 'edit', ...of, post });
  }
  const work: EntryWork = { kind: 'publish', post };
  if (!sent) return newEntry(userId, work);
  const { id, others = [], idsBefore, isListCut, heldUntil = 0 } = sent;
  const texts = [...others, sent.post];
  const isUnchanged = texts.every((text) => isSameText(text, post));
  return {
    ...newEntry(userId, work, id),
    state: { name: 'waiting', notBefore: 0, heldUntil },
    isInDoubt: true,
    ...(!isUnchanged && { sentTexts: texts }),
    ...(idsBefore !== undefined && { idsBefore }),
    ...(isListCut && { isListCut }),
  };
}

/** All versions of the text that may have become a post. */
export const textsInDoubt = ({ work, isInDoubt, sentTexts = [work.post] }: OutboxEntry): NewPost[] =>
  work.kind === 'publish' && isInDoubt ? sentTexts : [];

/** What an edit is of that goes after this one, which may have arrived. */
export const editAfter = ({ id, work: { postId, base, attempts = [], post } }: EditEntry): EditOf => ({
  postId,
  base,
  attempts: withoutExcess([...attempts, { id, version: base.version, etag: base.etag, post }]),
});

/** In characters: what the texts of an edit's attempts may have together. */
const maxAttemptsLength = 2 * limits.content;

/**
 * Keeps the first text, which has arrived most likely, and the last, whose place the next edit takes; of the others the
 * latest. Each save without a network would otherwise add a whole text to the record.
 */
function withoutExcess([first, ...later]: EditAttempt[]): EditAttempt[] {
  if (!first) return [];
  let room = maxAttemptsLength - lengthOf(first);
  const bounded = later.toReversed().map((attempt, index) => {
    room -= lengthOf(attempt);
    return index === 0 || room >= 0 ? attempt : { id: attempt.id, version: attempt.version, etag: attempt.etag };
  });
  return [first, ...bounded.toReversed()];
}

const lengthOf = ({ post }: EditAttempt): number =>
  post ? post.title.length + post.imgUrl.length + post.content.length : 0;

/**
 * The entry, ready to be sent at once; one that is being sent is returned unchanged. Its author's retry overrides a
 * `Retry-After`, but not the time that a call without a key is given to arrive.
 */
export function readyForRetry(entry: OutboxEntry): OutboxEntry {
  if (entry.state.name === 'sending') return entry;
  return { ...entry, state: { name: 'waiting', notBefore: 0, heldUntil: heldForArrival(entry) } };
}
