import { changeRecord } from '../storage/record-changes.ts';
import { readRecord } from '../storage/records.ts';
import { channelNames, recordKeys } from '../storage/storage-names.ts';
import { evictableImageCaches, withEviction } from '../storage/with-eviction.ts';
import {
  type Follow,
  type Followed,
  type FollowingRecord,
  followLimits,
  isSameFollow,
  type KnownPost,
  stillNeeded,
} from './follow.ts';
import { type Listed, withListed } from './with-listed.ts';

const nobody: FollowingRecord = { follows: [], opened: [] };

export const readFollowing = async (): Promise<FollowingRecord> =>
  (await readRecord<FollowingRecord>(recordKeys.following)) ?? nobody;

/** @throws DOMException if the device stores nothing */
async function changeFollowing(change: (record: FollowingRecord) => FollowingRecord): Promise<void> {
  const write = () => changeRecord<FollowingRecord>(recordKeys.following, (record = nobody) => change(record));
  await withEviction(write, evictableImageCaches);
  const channel = new BroadcastChannel(channelNames.following);
  channel.postMessage('changed');
  channel.close();
}

/**
 * Follows what is not followed yet, as many as there is room for.
 *
 * @param known the posts that the reader has seen listed, which are not new then; `undefined` if none were.
 * @returns how many are followed now that were not before.
 */
export async function follow(added: Followed[], known?: number): Promise<number> {
  let count = 0;
  await changeFollowing((record) => {
    const follows = [...record.follows];
    count = 0;
    for (const { kind, key, name } of added) {
      if (follows.length >= followLimits.follows || follows.some((one) => isSameFollow(one, { kind, key }))) continue;
      follows.push({ kind, key, name, since: known, lookedAt: 0, unread: [] });
      count += 1;
    }
    return { ...record, follows };
  });
  return count;
}

export const unfollow = (gone: Pick<Followed, 'kind' | 'key'>): Promise<void> =>
  changeFollowing(({ follows, opened }) => {
    const left = follows.filter((one) => !isSameFollow(one, gone));
    return { follows: left, opened: stillNeeded(opened, left) };
  });

/** Notes the newest post that the device has of those whose posts have not been listed yet; the first look was not answered. */
export const noteKnown = (known: { followed: Followed; at: number }[]): Promise<void> =>
  changeFollowing((record) => ({
    ...record,
    follows: record.follows.map((one) => {
      const { at = 0 } = known.find(({ followed }) => isSameFollow(followed, one)) ?? {};
      return one.since === undefined && at > 0 ? { ...one, since: at } : one;
    }),
  }));

/** Notes what an answer of the backend has listed. */
export const noteListed = (listed: Listed[]): Promise<void> =>
  changeFollowing((record) => listed.reduce(withListed, record));

/** A post that was opened is not new, and neither is one that is deleted. */
export async function markRead(posts: KnownPost[]): Promise<void> {
  const { follows } = await readFollowing();
  const unread = unreadIds(follows);
  // The clock may have been put back since the last look, which came before all the same.
  const openedAt = Math.max(Date.now(), ...follows.map(({ lookedAt }) => lookedAt));
  const opened = posts.map(({ id, at }) => ({ id, at, openedAt }));
  if (!posts.some(({ id }) => unread.has(id)) && stillNeeded(opened, follows).length === 0) return;
  const ids = new Set(posts.map(({ id }) => id));
  await changeFollowing((record) => ({
    follows: record.follows.map((one) => ({ ...one, unread: one.unread.filter(({ id }) => !ids.has(id)) })),
    opened: stillNeeded([...opened, ...record.opened.filter(({ id }) => !ids.has(id))], record.follows),
  }));
}

/** @param shown ids of the posts to be marked; what has come since they were shown stays new. */
export const markAllRead = (shown: ReadonlySet<string>): Promise<void> =>
  changeFollowing((record) => ({
    ...record,
    follows: record.follows.map((one) => ({ ...one, unread: one.unread.filter(({ id }) => !shown.has(id)) })),
  }));

/** The ids of the unread posts, each once: an author's post may be on a topic that is followed too. */
export const unreadIds = (follows: readonly Follow[]): Set<string> =>
  new Set(follows.flatMap(({ unread }) => unread.map(({ id }) => id)));

/** The id of the account that is logged in, if one is: what its owner writes is no news to them. */
export const readReaderId = (): Promise<string | undefined> => readRecord<string>(recordKeys.author);
