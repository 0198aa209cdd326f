import { type Dispatch, memo, type SetStateAction, useContext, useLayoutEffect, useState } from 'react';
import type { PostPage } from '../../../reading/shown/blog-calls.ts';
import { HydrationContext } from '../../hooks/HydrationContext.ts';
import { type PostListState, usePosts } from '../../hooks/usePosts.ts';

type Reported = { path: string; listing: PostListState } | undefined;

/**
 * Returns the server's results as last reported, and their setter. The first results are those of the rendered page.
 */
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

/** Stands in for the list's functions until `ServerResults` first reports a list. */
const nothing = () => undefined;

interface ServerResultsProps {
  /** The path of the call. Each path has a new instance of this component, because the path is also its key. */
  path: string;
  report: (listed: Reported) => void;
}

/**
 * Reads the server's results and reports them. Renders nothing, because React remounts it for each query. The list on
 * the page must not be remounted, because the reader may be pressing a card.
 */
export const ServerResults = memo(({ path, report }: ServerResultsProps) => {
  const listing = usePosts(path);
  useLayoutEffect(() => report({ path, listing }));
  return null;
});
