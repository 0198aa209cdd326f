import type { NewPost } from '../../contract/posts.ts';
import type { PostRecord, SeenPosts, Submission, TextsInConflict, Version } from './post-record.ts';

/** The events of a record and their data. `key` is the key of the answered call. */
export interface Events {
  /** `from`: the text that the form began with. `rev`: the number of this save. */
  typed: Typed;
  submitted: Typed & { userId: string };
  /** The text is sent once, without a login. The sender never repeats it. */
  tried: { text: NewPost };
  /** The sender is about to send the record. `seen`: given at a foreign backend if no earlier call is in doubt. */
  due: { seen?: SeenPosts | undefined };
  /** The call, or an earlier attempt at it, made this version. `text`: its text, if it differs from the call's text. */
  done: {
    key: string;
    etag: string;
    number?: number | undefined;
    postId?: string | undefined;
    text?: NewPost | undefined;
  };
  /**
   * The backend has another version of the post than the record's base. `isKnown`: whether the backend ever had the
   * base. `made`: the keys of the unanswered calls that have made a version.
   */
  'version mismatch': { key: string; current: Version; isKnown: boolean; made: string[] };
  refused: Refusal;
  /** The post is deleted: 404 or 410, or the answer to a delete. */
  gone: { key: string };
  /** The author's list at a foreign backend has no post with the text of the unanswered call. */
  'not arrived': object;
  /** An unanswered call may have arrived: the foreign backend lists an unknown new post, or not all posts. */
  'may have arrived': object;
  /** The author publishes the pending text as a second post, at a backend that cannot edit. */
  'published too': object;
  /** The author has logged in, or tries a refused text again. */
  released: { hold: 'login' | 'refused' };
  /**
   * The author has settled a conflict. `on`: the ETag of the version that the author saw beside the pending text.
   * `next`: whether `text` is sent, or opened in the form.
   */
  decided: { text: NewPost; on: string; next: 'save' | 'edit' };
  'taken over': object;
  cancelled: object;
  discarded: object;
  restored: object;
  deleted: object;
  read: { version: Version };
}

/**
 * A call that the backend refused. `ofLogin`: it refused the author's credential. `image`: the name of the picture that
 * it refused; in that case, the text was not sent.
 */
export interface Refusal {
  key: string;
  status: number;
  ofLogin?: boolean;
  image?: string | undefined;
}

export interface Typed {
  text: NewPost;
  from?: NewPost | undefined;
  rev: number;
  /** The key of the form. */
  form: string;
  /** The record's `forms` when this form opened it, to detect later writes by other forms. If absent, detects none. */
  began?: PostRecord['forms'] | undefined;
  /** The id of the user who types. This user becomes the author of a text that was begun without a login. */
  userId?: string | null | undefined;
  /** The newest submitted text, if the author has settled a conflict between it and this text. */
  decidedOn?: NewPost | undefined;
  /** The form's `rev` when the author settled that conflict. */
  decidedAt?: number | undefined;
}

export type WritingEvent = { [Kind in keyof Events]: { kind: Kind } & Events[Kind] }[keyof Events];

/** The result of an event. */
export interface Step {
  record: PostRecord;
  /** New records to store in the same transaction. */
  created?: PostRecord[];
  told?: Told;
}

export type Told =
  /** Both sides changed the same paragraph, so the author must decide. `of`: the author's text that is in conflict. */
  | ({ kind: 'decide'; of: 'draft' | 'pending' } & TextsInConflict)
  | { kind: 'call'; call: Submission }
  /** The post is deleted. The record `successor` now has the text that was not published. */
  | { kind: 'gone'; successor: string };

/** Passed to the table's rows to keep them pure: `id` makes ids and keys; `now` is in milliseconds since the epoch. */
export interface Fresh {
  id: () => string;
  now: number;
}
