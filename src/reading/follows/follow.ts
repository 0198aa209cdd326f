import { latestTimeOfPost, timeOf } from '../../contract/post-time.ts';
import type { Post } from '../../contract/posts.ts';
import { isOwnBackend } from '../../device/calls/host.ts';
import { hasTopic } from '../../text/markdown/written-topics.ts';

export interface Followed {
  kind: 'author' | 'topic';
  /** An author's id, or on a foreign backend, which need not say it, the email; a topic in its canonical form. */
  key: string;
  /** As it is shown. */
  name: string;
}

export interface Follow extends Followed {
  /**
   * The time of the newest post that was listed so far, by the backend's clock: a later one is new. `undefined` until
   * the posts have been listed once.
   */
  since?: number | undefined;
  /** When the call was made that was last looked at, by this device's clock; 0 if none was. */
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
  /** Pages that are looked through for one author or topic, to find what is new since the last look. */
  pages: 5,
  /** Authors and topics that are looked at when the app opens; those looked at longest ago come first. */
  looksAtOpening: 20,
  /** Ids of posts that were opened last. */
  opened: 200,
} as const;

/** One record, so that a post of two follows is read in both at once. A logout leaves it: following needs no account. */
export interface FollowingRecord {
  follows: Follow[];
  /** Ids of the posts that were opened last, latest first: a look that finds one of them later does not take it for new. */
  opened: string[];
}

export const isSameFollow = (a: Pick<Followed, 'kind' | 'key'>, b: Pick<Followed, 'kind' | 'key'>): boolean =>
  a.kind === b.kind && a.key === b.key;

/** Whether the post is of the author or topic that is followed. */
export function isPostOf({ kind, key }: Pick<Followed, 'kind' | 'key'>, { author, content }: Post): boolean {
  if (kind === 'topic') return hasTopic(content, key);
  return key !== '' && (isOwnBackend ? author?.id : author?.email) === key;
}

/**
 * In milliseconds, a century: how far this device's clock may be behind that of the own backend, which bounds the times of its
 * posts itself. What somebody writes into its database by hand may be of any year, and must not stand above all others.
 */
const clockBehindAtMost = isOwnBackend ? 100 * 365 * 24 * 60 * 60 * 1000 : 0;

/** When the post was published, in milliseconds since the epoch; 0 if the backend says no time that a post may have. */
export function publishedAt({ createdAt }: Pick<Post, 'createdAt'>): number {
  const at = timeOf(createdAt);
  return at >= 0 && at <= latestTimeOfPost() + clockBehindAtMost ? at : 0;
}
