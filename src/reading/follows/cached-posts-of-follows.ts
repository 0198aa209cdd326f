import type { Post } from '../../contract/posts.ts';
import { isOwnBackend } from '../../device/calls/host.ts';
import { writtenTopics } from '../../text/markdown/written-topics.ts';
import { readReading } from '../store/reading-database.ts';
import { readLists } from '../store/stored-list.ts';
import { readStoredPosts } from '../store/stored-posts.ts';
import { type Follow, type Followed, isPostOf, publishedAt } from './follow.ts';
import { readFollowing } from './follow-store.ts';
import { listUrlOf } from './look-for-new.ts';

/** The posts of those followed that are on the device, without their texts. */
export async function readCachedPostsOfFollows(): Promise<Post[]> {
  const { follows } = await readFollowing();
  if (follows.length === 0) return [];
  // The server has listed these as theirs, also where the text does not show it.
  const listed = await readListed(follows);
  const isByOrOn = testFor(follows);
  const found: Post[] = [];
  for await (const post of readStoredPosts())
    if (listed.some((ids) => ids.has(post._id)) || isByOrOn(post)) found.push({ ...post, content: '' });
  return found;
}

/**
 * The time of the newest post that the device has of each author or topic, as `publishedAt` says it; 0 if it has none.
 */
export async function readNewestOnDevice(followed: readonly Followed[]): Promise<number[]> {
  const newest = followed.map(() => 0);
  const listed = await readListed(followed);
  for await (const post of readStoredPosts()) {
    const at = publishedAt(post);
    for (const [index, one] of followed.entries()) {
      // Only a newer post is worth looking for topics in.
      if (at <= (newest[index] ?? 0)) continue;
      if (listed[index]?.has(post._id) || isPostOf(one, post)) newest[index] = at;
    }
  }
  return newest;
}

/** Returns, for each author or topic, the ids of the posts on the stored pages of their list. Only the own backend has such lists. */
async function readListed(followed: readonly Followed[]): Promise<Set<string>[]> {
  if (!isOwnBackend) return followed.map(() => new Set());
  const lists = await readReading(readLists);
  return followed.map((one) => new Set(lists.get(listUrlOf(one))?.pages.flatMap(({ ids }) => ids)));
}

/** Reads the topics of a text once, however many are followed, and not at all if none is. */
function testFor(follows: Follow[]): (post: Post) => boolean {
  const authors = follows.filter(({ kind }) => kind === 'author');
  const topics = new Set(follows.flatMap(({ kind, key }) => (kind === 'topic' ? [key] : [])));
  const isOnTopic = ({ content }: Post) => topics.size > 0 && writtenTopics(content).some((topic) => topics.has(topic));
  return (post) => authors.some((one) => isPostOf(one, post)) || isOnTopic(post);
}
