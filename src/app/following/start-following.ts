import { hearChannel } from '../../device/channel.ts';
import { isDataSaved } from '../../device/save-data.ts';
import { channelNames, lockNames, syncTags } from '../../device/storage/storage-names.ts';
import { webLocks } from '../../device/storage/with-lock.ts';
import { timeouts } from '../../device/timeouts.ts';
import { findRegistration } from '../../device/updates/find-registration.ts';
import { keepPeriodicSync } from '../../device/updates/periodic-sync.ts';
import { type Follow, type Followed, followLimits, isSameFollow } from '../../reading/follows/follow.ts';
import { follow, markRead, readFollowing, unfollow, unreadIds } from '../../reading/follows/follow-store.ts';
import { following, openedPost, unreadPosts } from '../../reading/follows/following.ts';
import { lookForNew } from '../../reading/follows/look-for-new.ts';
import { showAppBadge } from '../../writing/app-badge.ts';
import { readList } from './read-list.ts';

let started: Promise<void> | undefined;
let isHearing = false;

/**
 * Reads the follows, now and whenever a tab or the worker has changed them, and marks opened posts as read. Runs once
 * per page, and again on each call while the follows cannot be read. Never rejects: if the follows cannot be read,
 * `following` becomes `unavailable`.
 */
export const startFollowing = (): Promise<void> => {
  if (following.get().kind === 'unavailable') return readAgain();
  started ??= start();
  return started;
};

async function start(): Promise<void> {
  openedPost.subscribe(markOpened);
  await readAgain();
}

async function readAgain(): Promise<void> {
  try {
    // Listens even if the read below fails: a later `look` may change the follows, which this page must show.
    if (!isHearing) hearChannel(channelNames.following, () => void readAgain());
    isHearing = true;
    const { follows } = await readFollowing();
    const isFirst = following.get().kind !== 'known';
    show(follows);
    if (isFirst) markOpened();
    await keepPeriodicSync(await findRegistration(), syncTags.following, follows.length > 0);
  } catch (error) {
    console.error('Could not read the follows of this device; showing them as last read.', error);
    if (following.get().kind === 'loading') following.set({ kind: 'unavailable' });
  }
}

function show(follows: Follow[]): void {
  const ids = unreadIds(follows);
  const isFirstAndNone = following.get().kind === 'loading' && follows.length === 0;
  following.set({ kind: 'known', follows });
  unreadPosts.set(ids);
  // If the first read finds no follows, the badge counts only pending texts, and `startWriting` sets it.
  if (!isFirstAndNone) void showAppBadge();
}

function markOpened(): void {
  const post = openedPost.get();
  if (!post) return;
  markRead([post.id]).catch((error: unknown) => console.error('Could not mark the post as read; it stays new.', error));
}

/** Asks for new posts when the app is opened, comes back to the foreground, or is online again. */
export async function lookWhileOpen(): Promise<void> {
  let leftAt = Number.POSITIVE_INFINITY;
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') leftAt = Date.now();
    else if (Date.now() - leftAt >= timeouts.absenceMs) void lookUnlessSaving();
  });
  addEventListener('online', () => void lookUnlessSaving());
  await lookUnlessSaving();
}

async function lookUnlessSaving(): Promise<void> {
  await startFollowing();
  if (!isDataSaved()) await look();
}

/**
 * Asks for new posts, in one tab at a time. Never rejects: without a network, the known posts stay.
 *
 * @param all whether to ask for all follows, on the reader's request; if not, for `followLimits.looksAtOpening` at most
 */
export async function look({ all = false } = {}): Promise<void> {
  const run = () => lookForNew(readList, all ? followLimits.follows : followLimits.looksAtOpening);
  try {
    const locks = webLocks();
    if (locks) await locks.request(lockNames.following, { ifAvailable: !all }, async (lock) => lock && run());
    else await run();
  } catch (error) {
    console.error('Could not fetch all new posts of follows; the app asks again later.', error);
  }
}

/**
 * Follows an author or a topic, or unfollows it if it is followed already.
 *
 * @param known timestamp of the newest post on screen; later posts are new. If `undefined`, the next answer sets it
 * @returns why the follow failed, in words; empty after a success
 * @throws DOMException if the device stores nothing
 */
export async function toggleFollow(followed: Followed, known: number | undefined): Promise<string> {
  const { follows } = await readFollowing();
  if (follows.some((one) => isSameFollow(one, followed))) await unfollow(followed);
  else if (!(await follow(followed, known)))
    return `You can follow ${followLimits.follows} at most. Unfollow one first.`;
  else if (known === undefined) void look({ all: true });
  return '';
}
