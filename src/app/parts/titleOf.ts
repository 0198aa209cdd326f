import type { Post } from '../../contract/posts.ts';

/** A post may have no title; a link and a heading need words all the same. */
export const titleOf = (post: Pick<Post, 'title'>): string => post.title.trim() || 'Untitled';
