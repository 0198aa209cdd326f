import type { Post } from '../../contract/posts.ts';
import { writtenTopics } from '../../markdown/written-topics.ts';
import { isOwnBackend } from '../api/host.ts';
import { parseList, parsePost } from '../cache/cached-posts.ts';
import { newestFirst, readCachedHeads } from '../cache/response-cache.ts';
import { nextTask } from '../next-task.ts';
import { type Follow, type Followed, isPostOf, publishedAt } from './follow.ts';
import { readFollowing } from './follow-store.ts';
import { listUrlOf } from './look-for-new.ts';

const caches = ['pinned', 'posts', 'own', 'lists'] as const;

/** The posts of those followed that are on the device, without their texts, the newest state of each. */
export async function readCachedPostsOfFollows(): Promise<Post[]> {
  const { follows } = await readFollowing();
  if (follows.length === 0) return [];
  // The server has listed these as theirs, also where the text does not show it.
  const lists = new Set(isOwnBackend ? follows.map(listUrlOf) : []);
  const isByOrOn = testFor(follows);
  const found = new Map<string, Post>();
  for await (const { url, posts } of readCaches()) {
    const isTheirs = lists.has(firstPageOf(url));
    for (const post of posts) {
      if (found.has(post._id)) continue;
      if (isTheirs || isByOrOn(post)) found.set(post._id, { ...post, content: '' });
    }
  }
  return [...found.values()];
}

/**
 * The time of the newest post that the device has of each author or topic, as `publishedAt` says it; 0 if it has none.
 */
export async function readNewestOnDevice(followed: readonly Followed[]): Promise<number[]> {
  const newest = followed.map(() => 0);
  for await (const { url, posts } of readCaches()) {
    const list = firstPageOf(url);
    for (const post of posts) {
      const at = publishedAt(post);
      for (const [index, one] of followed.entries()) {
        // Only a newer post is worth looking for topics in.
        if (at <= (newest[index] ?? 0)) continue;
        if ((isOwnBackend && list === listUrlOf(one)) || isPostOf(one, post)) newest[index] = at;
      }
    }
  }
  return newest;
}

/** All posts that are cached, entry by entry, the latest answer first, with other work between. */
async function* readCaches(): AsyncGenerator<{ url: string; posts: Post[] }> {
  const heads = (await Promise.all(caches.map(readCachedHeads))).flat().sort(newestFirst);
  for (const head of heads) {
    const { body, url } = await head.read();
    await nextTask();
    const entries = parseList(body) ?? parseList(`[${body}]`) ?? [];
    yield { url, posts: entries.flatMap((entry) => parsePost(entry) ?? []) };
  }
}

/** Reads the topics of a text once, however many are followed, and not at all if none is. */
function testFor(follows: Follow[]): (post: Post) => boolean {
  const authors = follows.filter(({ kind }) => kind === 'author');
  const topics = new Set(follows.flatMap(({ kind, key }) => (kind === 'topic' ? [key] : [])));
  const isOnTopic = ({ content }: Post) => topics.size > 0 && writtenTopics(content).some((topic) => topics.has(topic));
  return (post) => authors.some((one) => isPostOf(one, post)) || isOnTopic(post);
}

/** The own backend's cursor alone tells the pages of a list apart. */
const firstPageOf = (url: string): string => url.replace(/&after=[^&]*$/, '');
