import { callPaths } from '../../../src/contract/paths.ts';
import type { Post } from '../../../src/contract/posts.ts';
import { callUrl } from '../../../src/device/calls/host.ts';
import { getPages } from '../../../src/reading/shown/blog-calls.ts';

/** The list of an author's own posts, as My Blogs reads it. */
export const ownList = {
  async readOwnList(userId: string): Promise<Post[]> {
    const pages = await getPages(callUrl(callPaths.userPosts(userId)), { count: 1, freshness: 'newest' });
    return pages.flatMap(({ posts }) => posts);
  },
};
