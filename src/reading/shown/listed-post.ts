import type { Post } from '../../contract/posts.ts';

let lastListed: Post[] = [];

/** Notes the posts of the list that this page shows. */
export function noteListed(posts: Post[]): void {
  lastListed = posts;
}

/** Returns the post from the list that was shown last, so that a post that is opened from there shows at once. */
export const listedPost = (id: string): Post | undefined => lastListed.find(({ _id }) => _id === id);
