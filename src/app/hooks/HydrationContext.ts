import { createContext, type ReactNode } from 'react';
import type { SitePageText } from '../../contract/site.ts';
import type { PostPage } from '../../reading/shown/blog-calls.ts';
import type { ListedPost } from '../text/reading-minutes.ts';

/** The responses that a rendered page was made of; screens start with them instead of requesting them again. */
export interface HydrationData {
  /** First page of a list; `path` is the path of its call, with the query. */
  posts?: { path: string; page: PostPage & { posts: ListedPost[] } };
  /** The post on screen. Its content is empty in the browser, which reads the text from the page (`useProse.tsx`). */
  post?: ListedPost;
  /** A page of the site; its content is empty in the browser, as a post's is. */
  sitePage?: SitePageText;
  /** The formatted text of `post` or `sitePage`. Set only on the server: the browser reads it from the document. */
  prose?: ReactNode;
  /** The name of the author whose posts are listed. The server has removed any email from it. */
  authorName?: string;
  /** Set if there is no such author, or no such page of the site. */
  isMissing?: boolean;
  /** Set if registration is restricted: by invitation only, or closed. */
  registration?: 'invite' | 'closed';
  /** Whether the worker served the page from its cache; if so, the screen refetches at once. */
  areCached?: boolean;
}

export const HydrationContext = createContext<HydrationData>({});
