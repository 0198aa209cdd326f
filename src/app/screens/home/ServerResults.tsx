import { type Dispatch, memo, type SetStateAction, useContext, useLayoutEffect, useState } from 'react';
import type { PostPage } from '../../../reading/shown/blog-calls.ts';
import { HydrationContext } from '../../hooks/HydrationContext.ts';
import { type PostListState, usePosts } from '../../hooks/usePosts.ts';

type Reported = { path: string; listing: PostListState } | undefined;

/** The server's results as last reported; at first those that the rendered page was made of. */
export function useServerListing(path: string): [Reported, Dispatch<SetStateAction<Reported>>] {
  const { posts: first } = useContext(HydrationContext);
  return useState<Reported>(() => (first?.path === path ? { path, listing: asLoaded(first.page) } : undefined));
}

const asLoaded = ({ posts, next, isIncomplete = false }: PostPage): PostListState => ({
  state: 'loaded',
  posts,
  pages: 1,
  next,
  older: next ? 'there' : 'none',
  isIncomplete,
  hasNewer: false,
  loadOlder: nothing,
  showNewer: nothing,
  refresh: async () => undefined,
});

/** The list calls it until the app reads the list itself, right after the first render. */
const nothing = () => undefined;

interface ServerResultsProps {
  /** Never changes: each query has an element of its own. */
  path: string;
  report: (listed: Reported) => void;
}

/**
 * Reads the server's results and reports them. Renders nothing, because it mounts anew with each query. The list on the
 * page must not mount anew, because the reader may be pressing a card.
 */
export const ServerResults = memo(({ path, report }: ServerResultsProps) => {
  const listing = usePosts(path);
  useLayoutEffect(() => report({ path, listing }));
  return null;
});
