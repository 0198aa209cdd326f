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
  /** Posts known as opened before they were found to be new. */
  opened: 200,
} as const;

export interface OpenedPost extends KnownPost {
  /** In milliseconds since the epoch, by this device's clock; no earlier than the looks before it. */
  openedAt: number;
}

/** One record, so that a post of two follows is read in both at once. A logout leaves it: following needs no account. */
export interface FollowingRecord {
  follows: Follow[];
  /** Opened before a look has found them: they are not new then. */
  opened: OpenedPost[];
}

/**
 * Only of posts that a look could still take for new: nothing else is remembered of what was opened. The time of looking
 * counts as well as that of the posts, as one who publishes nothing more is never looked up to a later post.
 */
export const stillNeeded = (opened: OpenedPost[], follows: Follow[]): OpenedPost[] => {
  const listedByAll = Math.min(...follows.map(({ since = 0 }) => since));
  const lookedAtAll = Math.min(...follows.map(({ lookedAt }) => lookedAt));
  return opened.filter(({ at, openedAt }) => at > listedByAll && openedAt >= lookedAtAll).slice(0, followLimits.opened);
};

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
