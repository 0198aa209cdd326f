import { useContext, useEffect, useState } from 'react';
import { type LoadedList, readPostList } from '../../reading/shown/post-list.ts';
import { HydrationContext } from './HydrationContext.ts';
import { readScrollAnchor } from './list-scroll-anchor.ts';
import { useObservable } from './useObservable.ts';
import { usePostsWithEdits } from './usePostsWithEdits.ts';

export type PostListState = {
  /** Refetches on the reader's request. Resolves when the network has answered, or after `timeouts.staleWaitMs`. */
  refresh: () => Promise<void>;
} & ({ state: 'loading' } | { state: 'failed' } | (LoadedList & { loadOlder: () => void; showNewer: () => void }));

/** Reads a list for a screen that is keyed by the path of its first page's call. */
export function usePosts(path: string): PostListState {
  const { posts: rendered, areCached } = useContext(HydrationContext);
  const [list] = useState(() =>
    readPostList(path, {
      first: rendered?.path === path ? rendered.page : undefined,
      areCached,
      isScrolled: () => scrollY > 0,
    }),
  );
  useEffect(() => list.start(readScrollAnchor()?.pages).stop, [list]);
  const shown = useObservable(list.state);
  const posts = usePostsWithEdits(shown.state === 'loaded' ? shown.posts : none);
  if (shown.state !== 'loaded') return { ...shown, refresh: list.refresh };
  const showNewer = () => {
    scrollTo(0, 0);
    list.showNewer();
  };
  return { ...list, ...shown, posts, showNewer };
}

const none: [] = [];
