import type { Post } from '../../contract/posts.ts';

/** Posts may have no title, but links and headings need a text. */
export const titleOf = (post: Pick<Post, 'title'>): string => post.title.trim() || 'Untitled';
