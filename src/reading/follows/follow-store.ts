import type { Post } from '../../contract/posts.ts';
import { isOwnBackend } from '../../device/calls/host.ts';
import { announce } from '../../device/channel.ts';
import { changeRecord } from '../../device/storage/record-changes.ts';
import { readRecord } from '../../device/storage/records.ts';
import { channelNames, recordKeys } from '../../device/storage/storage-names.ts';
import { withEviction } from '../../device/storage/with-eviction.ts';
import { type Follow, type Followed, type FollowingRecord, followLimits, isSameFollow, publishedAt } from './follow.ts';

const nobody: FollowingRecord = { follows: [], opened: [] };

export const readFollowing = async (): Promise<FollowingRecord> =>
  (await readRecord<FollowingRecord>(recordKeys.following)) ?? nobody;

/** Changes the stored follows, and tells every tab. @throws DOMException if the change cannot be stored */
async function changeFollowing(change: (record: FollowingRecord) => FollowingRecord): Promise<void> {
  const write = () => changeRecord<FollowingRecord>(recordKeys.following, (record = nobody) => change(record));
  await withEviction(write);
  announce(channelNames.following, 'changed');
}

/**
 * Follows an author or a topic that is not followed yet.
 *
 * @param known when the newest post that the reader saw in a list was published; `undefined` if the reader saw no post.
 * @returns `false` if `followLimits.follows` authors and topics are followed already.
 */
export async function follow({ kind, key, name }: Followed, known?: number): Promise<boolean> {
  let hasRoom = true;
  await changeFollowing((record) => {
    const { follows } = record;
    const isFollowed = follows.some((one) => isSameFollow(one, { kind, key }));
    hasRoom = isFollowed || follows.length < followLimits.follows;
    if (isFollowed || !hasRoom) return record;
    return { ...record, follows: [...follows, { kind, key, name, since: known, lookedAt: 0, unread: [] }] };
  });
  return hasRoom;
}

export const unfollow = (gone: Pick<Followed, 'kind' | 'key'>): Promise<void> =>
  changeFollowing(({ follows, opened }) => {
    const left = follows.filter((one) => !isSameFollow(one, gone));
    return { follows: left, opened: left.length > 0 ? opened : [] };
  });

/** Compares fetched lists with the stored follows: new posts become unread. */
export const noteListed = (listed: Listed[]): Promise<void> =>
  changeFollowing((record) => listed.reduce(withListed, record));

/** Marks posts that were opened or deleted as read. Stores nothing on a device without follows. */
export async function markRead(ids: string[]): Promise<void> {
  const { follows, opened } = await readFollowing();
  const unread = unreadIds(follows);
  if (follows.length === 0 || ids.every((id) => opened.includes(id) && !unread.has(id))) return;
  const read = new Set(ids);
  await changeFollowing((record) => ({
    follows: withoutUnread(record, read),
    opened: [...new Set([...ids, ...record.opened])].slice(0, followLimits.opened),
  }));
}

/** Marks the posts with these ids as read. Other posts, which the reader has not been shown yet, stay unread. */
export const markAllRead = (shown: ReadonlySet<string>): Promise<void> =>
  changeFollowing((record) => ({ ...record, follows: withoutUnread(record, shown) }));

const withoutUnread = ({ follows }: FollowingRecord, read: ReadonlySet<string>): Follow[] =>
  follows.map((one) => ({ ...one, unread: one.unread.filter(({ id }) => !read.has(id)) }));

/** Returns the ids of the unread posts, each once: an author's post may be on a topic that is followed too. */
export const unreadIds = (follows: readonly Follow[]): Set<string> =>
  new Set(follows.flatMap(({ unread }) => unread.map(({ id }) => id)));

/** Returns the id of the logged-in account, if there is one: the account's own posts never become unread. */
export const readReaderId = (): Promise<string | undefined> => readRecord<string>(recordKeys.author);

/**
 * Posts from the beginning of an author's or topic's list. A foreign backend may list them in any order, so only its
 * whole list shows that a post is deleted.
 */
interface Listed {
  followed: Pick<Followed, 'kind' | 'key'>;
  posts: Pick<Post, '_id' | 'createdAt' | 'author'>[];
  /** Whether the list ends with these posts. */
  isWhole: boolean;
  /** Whether the answer came from the device: newer posts may be missing. */
  isFromDevice: boolean;
  /** When the call was made, by this device's clock. */
  at: number;
  /** The id of the reader's account, whose own posts never become unread. */
  readerId: string | undefined;
}

/** Adds new posts as unread. Removes unread posts that `listed` would include if they had not been deleted. */
function withListed(record: FollowingRecord, listed: Listed): FollowingRecord {
  const follows = record.follows.map((one) =>
    isSameFollow(one, listed.followed) ? afterLook(one, listed, record.opened) : one,
  );
  return { ...record, follows };
}

function afterLook(one: Follow, listed: Listed, opened: string[]): Follow {
  const { posts, isWhole, isFromDevice, at, readerId } = listed;
  const since = one.since ?? Number.POSITIVE_INFINITY;
  const times = posts.map(publishedAt);
  const notNew = new Set([...opened, ...one.unread.map(({ id }) => id)]);
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
