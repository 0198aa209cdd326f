import { callPaths } from '../../contract/paths.ts';
import { isAuthoredBy, type Post } from '../../contract/posts.ts';
import { callUrl } from '../../device/calls/host.ts';
import { parsePosts } from '../../reading/store/parse-posts.ts';
import { keys, readReading, type StoredPost } from '../../reading/store/reading-database.ts';
import { readLists, type StoredList } from '../../reading/store/stored-list.ts';

/** An author. The email is `undefined` if the profile is not loaded. */
export interface Author {
  userId: string;
  email: string | undefined;
}

/** Returns the author's posts that this device has stored: from the author's list, opened posts, and pinned posts. */
export async function readOwnPostsOnDevice(author: Author) {
  const [stored, lists] = await readReading(
    async (store) => [await store.getAll<StoredPost>(keys.posts), await readLists(store)] as const,
  );
  const posts = parsePosts(stored).filter((post) => isOf(author, post));
  return {
    /** By id, newest first. Each post is as the latest call returned it. */
    posts: new Map(posts.map((post) => [post._id, post] as const).sort(([a], [b]) => (a < b ? 1 : -1))),
    /** Whether this device has stored the complete list of the author's posts. */
    isWhole: isWholeList(lists.get(callUrl(callPaths.userPosts(author.userId)))),
  };
}

const isOf = ({ userId, email }: Author, post: Post): boolean =>
  post.author?.id === undefined ? isAuthoredBy(post, email) : post.author.id === userId;

function isWholeList(list: StoredList | undefined): boolean {
  return list !== undefined && list.next === undefined && list.pages.every(({ mayLack }) => !mayLack);
}
