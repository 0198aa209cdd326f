import { callPaths } from '../../contract/paths.ts';
import type { Post } from '../../contract/posts.ts';
import { callUrl, isOwnBackend } from '../../device/calls/host.ts';
import { timeouts } from '../../device/timeouts.ts';
import { withTimeout } from '../../device/with-timeout.ts';
import { type Followed, followLimits, isPostOf, publishedAt } from './follow.ts';
import { noteListed, readFollowing, readReaderId } from './follow-store.ts';

/** A page of a list, newest first; `gone` if the backend says that there is no such list. */
export type ListPage = { posts: Post[]; next: string | undefined; isFromDevice?: boolean } | 'gone';

/**
 * Returns the URL of the list that has the posts of an author or topic. A foreign backend has no such list, only the
 * list of all posts.
 */
export const listUrlOf = ({ kind, key }: Pick<Followed, 'kind' | 'key'>): string =>
  callUrl(isOwnBackend ? callPaths.found(kind, key) : callPaths.posts);

/** Returns the posts of the author or topic. In our own backend's lists, these are all posts. */
export const postsOf = (followed: Pick<Followed, 'kind' | 'key'>, posts: Post[]): Post[] =>
  isOwnBackend ? posts : posts.filter((post) => isPostOf(followed, post));

/**
 * Asks the backend for new posts of all follows, one list after the other, so that no other call has to wait. Stops and
 * rejects after the first call without an answer, because the network is away.
 *
 * @param read makes the call, and rejects if it is not answered.
 * @param most the number of authors and topics to ask for; those asked for longest ago come first.
 */
export async function lookForNew(
  read: (url: string) => Promise<ListPage>,
  most: number = followLimits.looksAtOpening,
): Promise<void> {
  const { follows } = await readFollowing();
  const readerId = await readReaderId();
  const longestAgo = follows.toSorted((a, b) => a.lookedAt - b.lookedAt);
  const rounds = isOwnBackend ? longestAgo.slice(0, most).map((one) => [one]) : [longestAgo];
  for (const [index, round] of rounds.entries()) {
    const [first] = round;
    if (!first) return;
    if (index > 0) await new Promise((resolve) => setTimeout(resolve, timeouts.lookPauseMs));
    const since = Math.min(...round.map((one) => one.since ?? Number.POSITIVE_INFINITY));
    const at = Date.now();
    const list = await readBack(read, listUrlOf(first), since);
    await noteListed(round.map((one) => ({ ...list, followed: one, posts: postsOf(one, list.posts), at, readerId })));
  }
}

/** Reads a list from its beginning back to the posts from before `since`, but at most `followLimits.pages` pages. */
async function readBack(
  read: (url: string) => Promise<ListPage>,
  url: string,
  since: number,
): Promise<{ posts: Post[]; isWhole: boolean; isFromDevice: boolean }> {
  const posts: Post[] = [];
  let isFromDevice = false;
  let next: string | undefined = url;
  for (let pages = 0; next && pages < followLimits.pages; pages += 1) {
    const page: ListPage = await withTimeout(timeouts.answerTimeoutMs, read(next));
    if (page === 'gone') return { posts, isWhole: true, isFromDevice };
    posts.push(...page.posts);
    isFromDevice ||= page.isFromDevice === true;
    next = page.next;
    // Ignores posts without a valid timestamp, because they do not tell how old the following posts are.
    const times = page.posts.map(publishedAt).filter((time) => time > 0);
    if (times.length === 0 || Math.min(...times) <= since) break;
  }
  return { posts, isWhole: next === undefined, isFromDevice };
}
