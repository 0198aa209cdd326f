import { useContext, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { Post } from '../../contract/posts.ts';
import type { AddressedPage, Freshness, PostPage } from '../../data/api/blog.ts';
import { callUrl } from '../../data/api/host.ts';
import { loadBlogCalls } from '../../data/api/load-blog-calls.ts';
import { isUncontrolled, onCacheUpdated, recordShownAnswer } from '../../data/worker-client/worker-client.ts';
import { HydrationContext } from './HydrationContext.ts';
import { countOf, holdBackNewerPosts, idsOf } from './hold-back-newer-posts.ts';
import { readScrollAnchor } from './list-scroll-anchor.ts';
import { useLatestOnly } from './useLatestOnly.ts';
import { useOnOutboxShrink } from './useOutboxEntries.ts';
import { usePostsWithEdits } from './usePostsWithEdits.ts';
import { useRetryAndRefetch } from './useRetryAndRefetch.ts';

/** State of the posts that follow on the list's next page; `none` at the list's end. */
export type OlderState = 'none' | 'there' | 'asked' | 'failed';

export type PostListState =
  | { state: 'loading' }
  | { state: 'failed' }
  | {
      state: 'loaded';
      posts: Post[];
      /** Number of pages that `posts` came in. */
      pages: number;
      older: OlderState;
      next: string | undefined;
      loadOlder: () => void;
      /** Whether newer posts are not shown yet, because they would push away what is being read. */
      /** Whether the search that this is of has not indexed all posts yet. */
      isIncomplete: boolean;
      hasNewer: boolean;
      showNewer: () => void;
      /** Refetches on the reader's request. Resolves when the network has answered, or after `timeouts.staleWaitMs`. */
      refresh: () => Promise<void>;
    };

/**
 * Reads a list page by page, first from the cache and then from the network.
 *
 * @param path of the call that returns the first page: `/blog/posts` or `/blog/users/{userId}/posts`.
 */
export function usePosts(path: string): PostListState {
  const { posts: first, areCached } = useContext(HydrationContext);
  const [{ pages, hasNewer }, setListed] = useState<Listed>({
    pages: first?.path === path ? [first.page] : [],
    hasNewer: false,
  });
  const [failed, setFailed] = useState(false);
  const [older, setOlder] = useState<'idle' | 'asked' | 'failed'>('idle');
  const requests = useLatestOnly();
  const wanted = useRef(1);
  /** Whether some of the listed posts were loaded without the worker, which has not cached them. */
  const cameUnseen = useRef(pages.length > 0 && !areCached);
  const addressed = (): AddressedPage[] =>
    pages.map((page, index) => ({ url: pages[index - 1]?.next ?? callUrl(path), page }));

  // A new post on the first page shifts every later page, so all pages that are shown are read again in order.
  const askAll = async (freshness: Freshness) => {
    const isLatest = requests.begin();
    const isUnseen = isUncontrolled();
    if (isUnseen) cameUnseen.current = true;
    let fresh: PostPage[] = [];
    try {
      const { getPages } = await loadBlogCalls();
      const count = Math.max(pages.length, wanted.current);
      fresh = await getPages(callUrl(path), { count, shown: addressed(), freshness });
      setFailed(false);
    } catch (error) {
      console.error('Could not read the list; posts that are shown stay, and it is requested again later.', error);
      setFailed(true);
    }
    if (!isLatest() || fresh.length === 0) return;
    const isScrolled = scrollY > 0;
    if (!isUnseen && (fresh.length >= pages.length || !fresh.at(-1)?.next)) cameUnseen.current = false;
    // If the fresh pages reach the end of the list, pages shown beyond it are gone; otherwise those pages stay.
    setListed((now) => {
      // What an earlier answer has put there may not have been rendered when this request was made.
      if (isOlder(fresh, now.pages)) return now;
      const whole = fresh.at(-1)?.next ? [...fresh, ...now.pages.slice(fresh.length)] : fresh;
      return isScrolled ? calmly(now.pages, whole) : { pages: whole, hasNewer: false };
    });
  };

  const next = pages.at(-1)?.next;
  const loadOlder = async () => {
    if (!next || older === 'asked') return;
    setOlder('asked');
    const isLatest = requests.join();
    if (isUncontrolled()) cameUnseen.current = true;
    const isAnew = cameUnseen.current && !isUncontrolled();
    try {
      const { getLonger, getOlder } = await loadBlogCalls();
      const more = await (isAnew ? getLonger : getOlder)(addressed());
      if (isLatest()) {
        if (isAnew) cameUnseen.current = false;
        setListed((now) => (isAnew ? longer(now.pages, more) : { ...now, pages: [...now.pages, ...more] }));
      }
      setOlder('idle');
    } catch (error) {
      console.error('Could not read older posts; "Show more" tries again.', error);
      setOlder('failed');
    }
  };

  const askAtStart = useEffectEvent(() => {
    wanted.current = readScrollAnchor()?.pages ?? 1;
    if (pages.length < wanted.current || areCached) void askAll('newest');
  });
  const followChange = useEffectEvent((changed: string, isCached: boolean) => {
    if (changed === callUrl(path) || addressed().some(({ url }) => url === changed))
      void askAll(isCached ? 'cached' : 'network');
  });
  useEffect(() => {
    askAtStart();
    return onCacheUpdated((changed, isCached) => followChange(changed, isCached));
  }, []);
  useRetryAndRefetch(() => void askAll('newest'), failed);
  useOnOutboxShrink(() => void askAll('newest'));
  useEffect(() => {
    if (pages.length === 0 || !cameUnseen.current) return;
    recordShownAnswer(callUrl(path), idsOf(pages), pages.length);
  }, [pages, path]);

  const posts = usePostsWithEdits(useMemo(() => withoutRepeats(pages), [pages]));
  if (pages.length === 0) return { state: failed ? 'failed' : 'loading' };
  return {
    state: 'loaded',
    posts,
    pages: pages.length,
    older: next ? (older === 'idle' ? 'there' : older) : 'none',
    next,
    loadOlder,
    isIncomplete: pages.some((page) => page.isIncomplete),
    hasNewer,
    showNewer: () => {
      scrollTo(0, 0);
      void askAll('cached');
    },
    refresh: () => askAll('fresh'),
  };
}

/** Whether the list's beginning was brought by an earlier call than the one that is shown. */
const isOlder = ([fresh]: PostPage[], [shown]: PostPage[]): boolean =>
  (shown?.order ?? 0) > (fresh?.order ?? Number.POSITIVE_INFINITY);

interface Listed {
  pages: PostPage[];
  hasNewer: boolean;
}

/** Shows what it can of `whole` without moving what is being read. */
function calmly(now: PostPage[], whole: PostPage[]): Listed {
  const calm = now.length > 0 ? holdBackNewerPosts(now, whole) : whole;
  return { pages: calm, hasNewer: countOf(calm) < countOf(whole) || calm === now };
}

/** As `calmly`, but if none of the shown posts is left it shows the new list: the reader has asked for more. */
function longer(now: PostPage[], whole: PostPage[]): Listed {
  const listed = calmly(now, whole);
  return listed.pages === now || scrollY === 0 ? { pages: whole, hasNewer: false } : listed;
}

/** Pages that were requested at different times can overlap. */
function withoutRepeats(pages: PostPage[]): Post[] {
  const posts = new Map<string, Post>();
  for (const post of pages.flatMap((page) => page.posts)) if (!posts.has(post._id)) posts.set(post._id, post);
  return [...posts.values()];
}
