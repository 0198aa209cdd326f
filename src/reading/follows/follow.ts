import { latestTimeOfPost, timeOf } from '../../contract/post-time.ts';
import type { Post } from '../../contract/posts.ts';
import { isOwnBackend } from '../../device/calls/host.ts';
import { hasTopic } from '../../text/markdown/written-topics.ts';

export interface Followed {
  kind: 'author' | 'topic';
  /** An author's id (their email on a foreign backend, which may send no ids), or a topic in its canonical form. */
  key: string;
  /** The name that is shown. */
  name: string;
}

export interface Follow extends Followed {
  /**
   * The time of the newest post that was listed so far, by the backend's clock: a later one is new. `undefined` until
   * the posts have been listed once.
   */
  since?: number | undefined;
  /** When the last answered call for new posts was made, by this device's clock; 0 before the first. */
  lookedAt: number;
  /** Newest first, `followLimits.unread` at most. */
  unread: KnownPost[];
}

export interface KnownPost {
  id: string;
  /** When it was published, in milliseconds since the epoch, by the backend's clock. */
  at: number;
}

export const followLimits = {
  follows: 100,
  /** The most unread posts of one author or topic. Older ones count as read. */
  unread: 100,
  /** Pages that are read of one author's or topic's list, to find new posts. */
  pages: 5,
  /** Authors and topics whose lists are read when the app opens; those read longest ago come first. */
  looksAtOpening: 20,
  /** Ids of posts that were opened last. */
  opened: 200,
} as const;

/** One record, so that a post of two follows becomes read in both at once. Logouts keep it: follows need no account. */
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
 * How far this device's clock may be behind that of our own backend, in milliseconds: a century. The backend bounds the
 * times of its posts itself. But its operator may write any year into the database by hand, and such a post must not
 * stand above all others.
 */
const clockBehindAtMost = isOwnBackend ? 100 * 365 * 24 * 60 * 60 * 1000 : 0;

/** Returns when the post was published, in milliseconds since the epoch; 0 if the backend sends no possible time. */
export function publishedAt({ createdAt }: Pick<Post, 'createdAt'>): number {
  const at = timeOf(createdAt);
  return at >= 0 && at <= latestTimeOfPost() + clockBehindAtMost ? at : 0;
}
