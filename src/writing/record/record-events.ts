import type { NewPost } from '../../contract/posts.ts';
import type { PostRecord, SeenPosts, Submission, TextsInConflict, Version } from './post-record.ts';

/** The events of a record and their data. `key` is the key of the answered call. */
export interface Events {
  /** `from`: the text that the form began with. `rev`: the number of this save. */
  typed: Typed;
  submitted: Typed & { userId: string };
  /** The draft is sent once, as no user is logged in for whom it could be sent later. */
  tried: { text: NewPost };
  /** The sender is about to send the record. `seen` is given for a backend without keys if no call is in doubt. */
  due: { seen?: SeenPosts | undefined };
  /** The call has made this version, now or earlier. `text`: the version's text, if it differs from the call's text. */
  done: {
    key: string;
    etag: string;
    number?: number | undefined;
    postId?: string | undefined;
    text?: NewPost | undefined;
  };
  /**
   * The post has another version than the base. `isKnown`: whether the backend ever had the base. `made`: the keys of
   * the unanswered calls that have made a version.
   */
  'version mismatch': { key: string; current: Version; isKnown: boolean; made: string[] };
  refused: Refusal;
  /** The post is deleted: 404 or 410, or the answer to a delete. */
  gone: { key: string };
  /** The author's list at a backend without keys has no post with the text of the unanswered call. */
  'not arrived': object;
  /** A backend without keys may have the text of an unanswered call: it lists an unknown new post, or not all posts. */
  'may have arrived': object;
  /** The author publishes the pending text as a second post, at a backend that cannot edit. */
  'published too': object;
  /** The author has logged in, or tries a refused text again. */
  released: { hold: 'login' | 'refused' };
  /**
   * `on`: the ETag of the version that the author has seen beside their own text. `next`: whether the result is sent,
   * or opened in the form.
   */
  decided: { text: NewPost; on: string; next: 'save' | 'edit' };
  'taken over': object;
  cancelled: object;
  discarded: object;
  restored: object;
  deleted: object;
  read: { version: Version };
}

/** `ofLogin`: the author's credential is refused. `image`: the picture that was refused; the text itself was not sent then. */
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
  /** Names the form. */
  form: string;
  /** The `forms` of the record when this form began; absent if the record is still the same. */
  began?: PostRecord['forms'] | undefined;
  /** The user who types. A text that was begun without a login becomes theirs. */
  userId?: string | null | undefined;
  /** The newest submitted text, if the author has merged this text with it. */
  decidedOn?: NewPost | undefined;
  /** The form's `rev` at that merge. */
  decidedAt?: number | undefined;
}

export type WritingEvent = { [Kind in keyof Events]: { kind: Kind } & Events[Kind] }[keyof Events];

/** The result of an event. */
export interface Step {
  record: PostRecord;
  /** Records that are stored in the same transaction. */
  created?: PostRecord[];
  told?: Told;
}

export type Told =
  /** Both sides changed the same paragraph, so the author must decide. `of`: the text that the author decides on. */
  | ({ kind: 'decide'; of: 'draft' | 'pending' } & TextsInConflict)
  | { kind: 'call'; call: Submission }
  /** The post is gone; the text that was left is in the successor. */
  | { kind: 'gone'; successor: string };

/** New ids and keys, and the time in milliseconds since the epoch. */
export interface Fresh {
  id: () => string;
  now: number;
}
