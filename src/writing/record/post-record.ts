import { isSameText, type NewPost, type Post, textOf } from '../../contract/posts.ts';

/** All that a device stores of a post that its author writes there. `version`: the version of this format. */
export interface PostRecord {
  version: 1;
  /**
   * Also the `Idempotency-Key` of publishing, so that a record never becomes two posts. A record that is made to edit
   * a published post has the post's id, so that two tabs that open the post use one record.
   */
  id: string;
  /** The author; `null` for a text typed without a login. */
  userId: string | null;
  /** Absent until the backend has returned the post's id. */
  postId?: string | undefined;
  /** The backend's version of the post, on which everything below builds; absent while the post is not published. */
  base?: Version | undefined;
  /** Calls on this base whose answer is unknown, oldest first. Each may have arrived. At most one changed the post. */
  unanswered: Submission[];
  /** The last submission, which the backend has not confirmed. */
  pending?: Submission | undefined;
  /** The text that is typed and not submitted. */
  draft?: Draft | undefined;
  /** Why `pending` waits for its author. */
  hold?: Hold | undefined;
  /** Counts saves and submissions. A late save, or a tab's backup, never replaces a text that has a higher `rev`. */
  rev: number;
  /** The last ten forms that wrote the record, each with its last `rev`, the newest last. */
  forms: { form: string; rev: number }[];
  /** When the record last changed, in milliseconds since the epoch. */
  changedAt: number;
  /** Set once the post is deleted: the id of the record that takes over the texts. This record is never sent again. */
  successor?: string | undefined;
}

/** A version of a post on the backend. */
export interface Version {
  /** Identifies exactly this version, for `If-Match`; empty if the backend cannot edit. */
  etag: string;
  /** Grows with each edit; absent where it is not known. */
  number?: number | undefined;
  text: NewPost;
}

/**
 * A text or a delete that the author has submitted. `key`: unique to this submission. `at`: when it was submitted, in
 * milliseconds since the epoch. `isRepeated`: the call was made more than once, so a refusal does not tell whether the
 * first call has arrived.
 */
export type Submission = { key: string; at: number; isRepeated?: boolean | undefined } & (
  | { kind: 'text'; text: NewPost; seen?: SeenPosts | undefined }
  | { kind: 'delete' }
);

/** The author's posts that a foreign backend listed before a call. A new post in a later list may be from that call. */
export interface SeenPosts {
  ids: string[];
  /** Whether the author's list was read to its end. */
  isWhole: boolean;
  /** When the list was read, in milliseconds since the epoch. */
  at: number;
}

export interface Draft {
  text: NewPost;
  /** The text from which the author began to type; absent if unknown. */
  from?: NewPost | undefined;
  /** Set once the post is deleted: the draft is the post's last text, or an unpublished edit of the post. */
  origin?: 'deleted post' | 'edit of a deleted post' | undefined;
  /** Set while Undo can restore the draft. `at`: milliseconds since the epoch. `wasPending`: Undo submits it again. */
  discarded?: { at: number; wasPending: boolean } | undefined;
}

/** The reason why a pending text or delete waits for its author, and is not sent. */
export type Hold =
  /**
   * `login`: the backend refused the author's credential. `refused`: it refused the text, or the picture named `image`;
   * in that case, the text was not sent.
   */
  | { kind: 'login' | 'refused'; status: number; image?: string | undefined }
  /** The backend cannot edit, and an earlier text is published, or (without a `base`) its call is unanswered. */
  | { kind: 'published' }
  /** `pending` and `base` changed the same paragraph of `ancestor`, which is absent if it is not known. */
  | { kind: 'conflict'; ancestor?: NewPost | undefined };

export const blank: NewPost = { title: '', imgUrl: '', content: '' };

/** Stands for an unknown ancestor. It differs from every real text, so that a merge asks the author. */
export const unknownText: NewPost = { title: ' ', imgUrl: ' ', content: ' ' };

export const isBlank = (text: NewPost): boolean => isSameText(text, blank);

export const newRecord = (id: string, userId: string | null): PostRecord => ({
  version: 1,
  id,
  userId,
  unanswered: [],
  rev: 0,
  forms: [],
  changedAt: 0,
});

/** Returns a new record of a published post. */
export function recordOfPost(post: Post, userId: string, id = post._id): PostRecord & { base: Version } {
  const { _id: postId, etag = '', version: number } = post;
  return { ...newRecord(id, userId), postId, base: { etag, number, text: textOf(post) } };
}

/** Returns the pending text, else the text of the base, else the blank text. */
export const newestSubmittedText = ({ pending, base }: PostRecord): NewPost =>
  pending?.kind === 'text' ? pending.text : (base?.text ?? blank);

/** Returns the draft unless its author has discarded it. */
export const liveDraftOf = ({ draft }: PostRecord): Draft | undefined => (draft?.discarded ? undefined : draft);

/** Returns whether submitting the record edits a post: the post is published, and the backend can edit. */
export const isEdit = ({ base }: PostRecord): boolean => base !== undefined && base.etag !== '';

/** Returns the texts of a record that may be missing from the backend, or deleted there. */
export function textsOf({ draft, pending, unanswered, base }: PostRecord): NewPost[] {
  const calls = [...unanswered, ...(pending ? [pending] : [])].flatMap((call) =>
    call.kind === 'text' ? [call.text] : base ? [base.text] : [],
  );
  return draft ? [draft.text, ...calls] : calls;
}

/** Returns whether a call with this text may have arrived. */
export const mayHaveArrived = ({ unanswered }: PostRecord, text: NewPost): boolean =>
  unanswered.some((call) => call.kind === 'text' && isSameText(call.text, text));

/**
 * Two texts between which the author decides. `ancestor`: the text that both began from; absent if unknown. `theirs`:
 * the text of the base, or a pending text on top of it. `on`: the ETag of the base.
 */
export interface TextsInConflict {
  ancestor?: NewPost | undefined;
  mine: NewPost;
  theirs: NewPost;
  on: string;
}

export function conflictOf({ pending, base, hold }: PostRecord): TextsInConflict {
  const ancestor = hold?.kind === 'conflict' ? hold.ancestor : undefined;
  const mine = pending?.kind === 'text' ? pending.text : blank;
  return { ancestor, mine, theirs: base?.text ?? blank, on: base?.etag ?? '' };
}
