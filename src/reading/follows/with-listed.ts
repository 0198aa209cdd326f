import type { Post } from '../../contract/posts.ts';
import { isOwnBackend } from '../../device/calls/host.ts';
import {
  type Follow,
  type Followed,
  type FollowingRecord,
  followLimits,
  isSameFollow,
  type KnownPost,
  publishedAt,
  stillNeeded,
} from './follow.ts';

/** The beginning of an author's or topic's list, as the last request returned it; newest first by the own backend. */
export interface Listed {
  followed: Pick<Followed, 'kind' | 'key'>;
  posts: Pick<Post, '_id' | 'createdAt' | 'author'>[];
  /** Whether the list ends with these posts. */
  isWhole: boolean;
  /** Whether the device answered and not the backend: an earlier state, which may lack what has come since. */
  isFromDevice: boolean;
  /** When the call was made, by this device's clock. */
  at: number;
  /** The id of the reader's account, whose own posts are no news. */
  readerId: string | undefined;
}

/** The record after a look: new posts are unread; unread ones that the list should have and has not are deleted. */
export function withListed(record: FollowingRecord, listed: Listed): FollowingRecord {
  const follows = record.follows.map((one) =>
    isSameFollow(one, listed.followed) ? afterLook(one, listed, record.opened) : one,
  );
  return { follows, opened: stillNeeded(record.opened, follows) };
}

function afterLook(one: Follow, listed: Listed, opened: KnownPost[]): Follow {
  const { posts, isWhole, isFromDevice, at, readerId } = listed;
  const since = one.since ?? Number.POSITIVE_INFINITY;
  const times = posts.map(publishedAt);
  const notNew = new Set([...opened, ...one.unread].map(({ id }) => id));
  const fresh = posts
    .filter((post) => publishedAt(post) > since && !notNew.has(post._id) && !isOwn(post, readerId))
    .map((post) => ({ id: post._id, at: publishedAt(post) }));
  const ids = new Set(posts.map(({ _id }) => _id));
  const covered = isWhole ? Number.NEGATIVE_INFINITY : isOwnBackend ? Math.min(...times) : Number.POSITIVE_INFINITY;
  const left = isFromDevice ? one.unread : one.unread.filter((post) => ids.has(post.id) || post.at <= covered);
  return {
    ...one,
    name: (one.kind === 'author' && posts[0]?.author?.name) || one.name,
    since: Math.max(one.since ?? 0, ...times),
    lookedAt: isFromDevice ? one.lookedAt : at,
    unread: [...fresh, ...left].sort((a, b) => b.at - a.at).slice(0, followLimits.unread),
  };
}

const isOwn = ({ author }: Pick<Post, 'author'>, readerId: string | undefined): boolean =>
  readerId !== undefined && author?.id === readerId;
