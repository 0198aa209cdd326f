import type { Post } from '../../contract/posts.ts';
import { showsNothing } from '../../contract/shows-nothing.ts';

/** Returns the post's title, or `Untitled`, because links and headings must not be empty. */
export const titleOf = (post: Pick<Post, 'title'>): string =>
  showsNothing(post.title) ? 'Untitled' : post.title.trim();

/** Returns whether a title gets a smaller font, so that it leaves room for the text. */
export const isLongTitle = (post: Pick<Post, 'title'>): boolean => titleOf(post).length > 60;
