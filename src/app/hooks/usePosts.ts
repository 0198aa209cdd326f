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

/** Reads the list at `path`. Ignores later changes of `path`: give the component a React key that changes with it. */
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
