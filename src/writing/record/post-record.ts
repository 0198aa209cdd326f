import { isSameText, type NewPost, type Post, textOf } from '../../contract/posts.ts';

/** All that a device keeps of one post, from the first keystroke on. `version` says how to read the record. */
export interface PostRecord {
  version: 1;
  /**
   * Also the `Idempotency-Key` of publishing, so that a record never becomes two posts. A record of a
   * post that was published elsewhere has the post's id, so that two tabs that open the post use one record.
   */
  id: string;
  /** The author; `null` for a text typed without a login. */
  userId: string | null;
  /** Set once the backend has told the post's id. */
  postId?: string | undefined;
  /** The backend's version of the post, on which everything below builds; absent while the post is not published. */
  base?: Version | undefined;
  /** Calls on this base whose answer is unknown, oldest first. Any of them may have arrived, and at most one changes the post. */
  unanswered: Submission[];
  /** The last submission, which the backend has not confirmed. */
  pending?: Submission | undefined;
  /** The text that is typed and not submitted. */
  draft?: Draft | undefined;
  /** Why `pending` waits for its author. */
  hold?: Hold | undefined;
  /** Counts the saves and submissions, so that no late save and no backup in a tab brings an earlier text back. */
  rev: number;
  /** The last ten forms that wrote the record, each with its last `rev`, the newest last. */
  forms: { form: string; rev: number }[];
  /** When the record last changed, in milliseconds since the epoch. */
  changedAt: number;
  /** Set once the post is gone: the id of the record that takes over the texts. This record publishes nothing again. */
  successor?: string | undefined;
}

/** A version of a post, as the backend has it. */
export interface Version {
  /** Identifies this version in `If-Match`, and never another; empty if the backend cannot edit. */
  etag: string;
  /** Grows with each edit; absent where it is not known. */
  number?: number | undefined;
  text: NewPost;
}

/**
 * `at`: when its author submitted it, in milliseconds since the epoch. Each text has a key of its own. `isRepeated`: the
 * call was made more than once, so that a refusal does not tell whether the first call has arrived.
 */
export type Submission = { key: string; at: number; isRepeated?: boolean | undefined } & (
  | { kind: 'text'; text: NewPost; seen?: SeenPosts | undefined }
  | { kind: 'delete' }
);

/** The author's posts before a call to a backend without keys. The call may have made a post that is not among them. */
export interface SeenPosts {
  ids: string[];
  /** Whether the author's list was read to its end. */
  isWhole: boolean;
  /** In milliseconds since the epoch. */
  at: number;
}

export interface Draft {
  text: NewPost;
  /** The text that its author began with; absent if that is no longer known. */
  from?: NewPost | undefined;
  /** Set if the draft is the text of a post that its author deleted, or was typed over a post that was gone. */
  origin?: 'deleted post' | 'edit of a deleted post' | undefined;
  /** Set while Undo can restore the draft. `at`: milliseconds since the epoch. `wasPending`: Undo submits it again. */
  discarded?: { at: number; wasPending: boolean } | undefined;
}

export type Hold =
  /**
   * `login`: the backend refused the author's credential. `image`: the name of the picture that was refused; the text
   * itself was not sent then.
   */
  | { kind: 'login' | 'refused'; status: number; image?: string | undefined }
  /** The backend cannot edit, and has an earlier text of the post, or may have one if there is no `base`. */
  | { kind: 'published' }
  /** `pending` and `base` changed the same paragraph of `ancestor`, which is absent if it is not known. */
  | { kind: 'conflict'; ancestor?: NewPost | undefined };

export const blank: NewPost = { title: '', imgUrl: '', content: '' };

/** Stands for an unknown text. It differs from every text, so that the author decides. */
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

/** Returns the newest submitted text, with which a form begins. */
export const topOf = ({ pending, base }: PostRecord): NewPost =>
  pending?.kind === 'text' ? pending.text : (base?.text ?? blank);

/** Returns the draft unless its author has discarded it. */
export const liveDraftOf = ({ draft }: PostRecord): Draft | undefined => (draft?.discarded ? undefined : draft);

/** Returns whether a record's text is an edit: its post is published, and its backend can edit. */
export const isEdit = ({ base }: PostRecord): boolean => base !== undefined && base.etag !== '';

/** Returns the texts of a record that the backend may lack, or may have deleted. */
export function textsOf({ draft, pending, unanswered, base }: PostRecord): NewPost[] {
  const calls = [...unanswered, ...(pending ? [pending] : [])].flatMap((call) =>
    call.kind === 'text' ? [call.text] : base ? [base.text] : [],
  );
  return draft ? [draft.text, ...calls] : calls;
}

/** Returns whether a call with this text may have arrived. */
export const mayHaveArrived = ({ unanswered }: PostRecord, text: NewPost): boolean =>
  unanswered.some((call) => call.kind === 'text' && isSameText(call.text, text));

/** `ancestor`: the text that both began from, absent if unknown. `on`: the ETag of the version that `theirs` is, or builds on. */
export interface TextsInConflict {
  ancestor?: NewPost | undefined;
  mine: NewPost;
  theirs: NewPost;
  on: string;
}

/** Returns the two texts of a record in conflict, between which its author decides. */
export function conflictOf({ pending, base, hold }: PostRecord): TextsInConflict {
  const ancestor = hold?.kind === 'conflict' ? hold.ancestor : undefined;
  const mine = pending?.kind === 'text' ? pending.text : blank;
  return { ancestor, mine, theirs: base?.text ?? blank, on: base?.etag ?? '' };
}
