import { lazy, Suspense, startTransition, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { callPaths, pagePaths } from '../../contract/paths.ts';
import type { Post } from '../../contract/posts.ts';
import { offlineAvailability } from '../../reading/news/offline-availability.ts';
import { InfinitePostList } from '../components/InfinitePostList.tsx';
import { LoadingPosts } from '../components/LoadingPosts.tsx';
import { NoScriptOlderPostsLink } from '../components/NoScriptOlderPostsLink.tsx';
import { PostCard } from '../components/PostCard.tsx';
import { useDocumentTitle } from '../hooks/useDocumentTitle.ts';
import { useIsHydrated } from '../hooks/useIsHydrated.ts';
import { useObservable } from '../hooks/useObservable.ts';
import { usePosts } from '../hooks/usePosts.ts';
import { loadTypeface } from '../text/typeface.ts';
import { type Choice, ListTools, type Refresh } from './home/ListTools.tsx';
import { queryOf, SearchField } from './home/SearchField.tsx';
import { search, withSearch } from './home/search.ts';

const Results = lazy(async () => ({ default: (await search.load()).SearchResults }));
const OnDevice = lazy(async () => ({ default: (await import('./home/OfflinePosts.tsx')).OfflinePosts }));

const Followed = lazy(async () => ({ default: (await import('./home/Following.tsx')).Following }));

export function Home() {
  const [asked] = useSearchParams();
  const after = asked.get('after');
  const query = queryOf(asked.get('q') ?? '');
  const navigate = useNavigate();
  // The search field's text, until it is in the URL.
  const [typed, setTyped] = useState<string>();
  const shown = typed ?? query;
  const settled = useRef<string>(undefined);
  const settle = (text: string, isAfterPause = false) =>
    startTransition(() => {
      // Keeps newer text: the reader may have typed on while this render was pending.
      setTyped((now) => (isAfterPause && now !== text ? now : undefined));
      if (text === query) return;
      settled.current = text;
      navigate(text ? `?${new URLSearchParams({ q: text })}` : pagePaths.home, { replace: query !== '' });
    });
  const type = (text: string) => {
    if (!text) return settle(text);
    withSearch(({ searchAhead }) => searchAhead(text));
    startTransition(() => setTyped(text));
  };
  useDocumentTitle(query ? `Search: ${query}` : 'All Blogs');
  // The reader may open a post next, which uses the typeface.
  useEffect(() => void loadTypeface(), []);
  const choice: Choice | null = useLocation().state;
  const only = useIsHydrated() ? choice?.only : undefined;
  const refresh: Refresh = useRef(undefined);
  return (
    <div className="column">
      <h1>All Blogs</h1>
      <SearchField query={query} settled={settled} type={type} submit={settle} />
      {shown ? (
        <Suspense fallback={<LoadingPosts />}>
          <Results key={after} query={query} typed={shown} settle={() => settle(shown, true)} />
        </Suspense>
      ) : (
        <>
          {/* One element for all choices, so that the focus stays. */}
          <ListTools only={only} refresh={refresh} />
          {only === 'following' ? (
            <Suspense fallback={<LoadingPosts />}>
              <Followed />
            </Suspense>
          ) : only ? (
            <OnDeviceSoon />
          ) : (
            <AllPosts
              key={after}
              path={after ? `${callPaths.posts}?${new URLSearchParams({ after })}` : callPaths.posts}
              refresh={refresh}
            />
          )}
        </>
      )}
    </div>
  );
}

function AllPosts({ path, refresh }: { path: string; refresh: Refresh }) {
  const listing = usePosts(path);
  useEffect(() => {
    refresh.current = listing.refresh;
  });
  const isSomethingHere = useObservable(offlineAvailability) !== undefined;
  if (listing.state === 'loading') return <LoadingPosts />;
  if (listing.state === 'failed') {
    return (
      <>
        <p role="alert">Failed to fetch blog posts.</p>
        {isSomethingHere && <OnDeviceSoon />}
      </>
    );
  }
  if (listing.posts.length === 0) return <p>No blogs available at the moment.</p>;
  return (
    <>
      <InfinitePostList {...listing}>{card}</InfinitePostList>
      {listing.next && <NoScriptOlderPostsLink next={listing.next} />}
    </>
  );
}

const OnDeviceSoon = () => (
  <Suspense fallback={<p role="status">Looking through this device…</p>}>
    <OnDevice />
  </Suspense>
);

const card = (post: Post, index: number) => (
  <PostCard post={post} isFirst={index === 0} to={pagePaths.blog(post._id)} />
);
