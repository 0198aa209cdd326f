import { latestTimeOfPost, timeOf } from '../../contract/post-time.ts';
import type { Post } from '../../contract/posts.ts';
import { isOwnBackend } from '../../device/calls/host.ts';
import { hasTopic } from '../../text/markdown/written-topics.ts';

export interface Followed {
  kind: 'author' | 'topic';
  /** An author's id (their email on a foreign backend, which may send no ids), or a topic in its canonical form. */
  key: string;
  name: string;
}

export interface Follow extends Followed {
  /**
   * When the newest post seen in the list was published, in milliseconds by the backend's clock. Later posts are new.
   * `undefined` until the list has been read once.
   */
  since?: number | undefined;
  /** When the last answered call for new posts was made, by this device's clock; 0 if there was none. */
  lookedAt: number;
  /** Newest first, `followLimits.unread` at most. `at`: when the post was published, as `publishedAt` returns it. */
  unread: { id: string; at: number }[];
}

export const followLimits = {
  follows: 100,
  /** The most unread posts of one author or topic. Only the newest stay unread. */
  unread: 100,
  /** The most pages of one author's or topic's list that the app reads to find new posts. */
  pages: 5,
  /** The most authors and topics whose lists the app reads when it opens; lists read longest ago come first. */
  looksAtOpening: 20,
  /** The most ids in `FollowingRecord.opened`. */
  opened: 200,
} as const;

/** All follows of the device, stored together, so that one write marks a post as read in each. A logout keeps them. */
export interface FollowingRecord {
  follows: Follow[];
  /** Ids of the posts that were opened last, latest first: a list that names such a post must not make it unread. */
  opened: string[];
}

export const isSameFollow = (a: Pick<Followed, 'kind' | 'key'>, b: Pick<Followed, 'kind' | 'key'>): boolean =>
  a.kind === b.kind && a.key === b.key;

/** Returns whether the post is by the followed author, or on the followed topic. */
export function isPostOf({ kind, key }: Pick<Followed, 'kind' | 'key'>, { author, content }: Post): boolean {
  if (kind === 'topic') return hasTopic(content, key);
  return key !== '' && (isOwnBackend ? author?.id : author?.email) === key;
}

/**
 * How far this device's clock may be behind the backend's, in milliseconds. Our own backend refuses posts from the
 * future, so this allows a century. Only an operator who edits the database by hand can set an even later time, which
 * is ignored: otherwise, the post would stay above all other posts.
 */
const clockBehindAtMost = isOwnBackend ? 100 * 365 * 24 * 60 * 60 * 1000 : 0;

/**
 * Returns when the post was published, in milliseconds since the epoch; 0 if the timestamp is missing or impossible.
 */
export function publishedAt({ createdAt }: Pick<Post, 'createdAt'>): number {
  const at = timeOf(createdAt);
  return at >= 0 && at <= latestTimeOfPost() + clockBehindAtMost ? at : 0;
}
