import { createContext } from 'react';
import type { Post } from '../../contract/posts.ts';
import type { PostPage } from '../../data/api/blog.ts';
import type { ListedPost } from './readingMinutes.ts';

/** The answers a rendered page was made of: the screens begin with them, and don't ask again. */
export interface FirstAnswers {
  /** By the path of the call, with its query. */
  posts?: { path: string; page: PostPage & { posts: ListedPost[] } };
  post?: Post;
  /** They were kept on the device: a newer state is asked for at once. */
  areKept?: boolean;
}

export const FirstAnswersContext = createContext<FirstAnswers>({});
