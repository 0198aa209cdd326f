import { lazy, type RefObject, Suspense, startTransition, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { callPaths, pagePaths } from '../../contract/paths.ts';
import type { Post } from '../../contract/posts.ts';
import { loadable } from '../../device/loadable.ts';
import { unreadPosts } from '../../reading/follows/following.ts';
import { offlineAvailability } from '../../reading/news/offline-availability.ts';
import { InfinitePostList } from '../components/InfinitePostList.tsx';
import { LoadingPosts } from '../components/LoadingPosts.tsx';
import { NoScriptOlderPostsLink } from '../components/NoScriptOlderPostsLink.tsx';
import { PostCard } from '../components/PostCard.tsx';
import { QuietButton } from '../components/QuietButton.tsx';
import { RefreshButton } from '../components/RefreshButton.tsx';
import { useDocumentTitle } from '../hooks/useDocumentTitle.ts';
import { useIsHydrated } from '../hooks/useIsHydrated.ts';
import { useObservable } from '../hooks/useObservable.ts';
import { type PostListState, usePosts } from '../hooks/usePosts.ts';
import { loadTypeface } from '../text/typeface.ts';

const search = loadable(() => import('./home/SearchResults.tsx'));
const Results = lazy(async () => ({ default: (await search.load()).SearchResults }));
const OnDevice = lazy(async () => ({ default: (await import('./home/OfflinePosts.tsx')).OfflinePosts }));

const Followed = lazy(async () => ({ default: (await import('./home/Following.tsx')).Following }));

/** Stored in the history entry and not in the URL: a link to the posts on this device is of no use to others. */
interface Choice {
  only?: 'on this device' | 'following';
}

export function Home() {
  const [asked] = useSearchParams();
  const after = asked.get('after');
  const query = queryOf(asked.get('q') ?? '');
  const navigate = useNavigate();
  // The field's text, until the address has it.
  const [typed, setTyped] = useState<string>();
  const shown = typed ?? query;
  const settled = useRef<string>(undefined);
  const settle = (text: string, isAfterPause = false) =>
    startTransition(() => {
      // After a pause somebody may have typed on already, and the page is not there yet.
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
  // For the post that may be opened next.
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
          {/* One for all choices, so that the focus stays. */}
          <Tools only={only} refresh={refresh} />
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

/** Returns the query as the server takes it: trimmed, and no longer than the limit. */
const queryOf = (text: string): string => text.trim().slice(0, 200).trim().toWellFormed();

interface SearchFieldProps {
  /** As the address has it. */
  query: string;
  /** The query that the address will have next, taken from the field. */
  settled: RefObject<string | undefined>;
  type: (query: string) => void;
  submit: (query: string) => void;
}

/** A plain form: it works before the app has started, and without JavaScript. */
function SearchField({ query, settled, type, submit }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const isStarted = useRef(false);
  const follow = useEffectEvent(() => {
    const { current: input } = field;
    const isOwn = settled.current === query;
    settled.current = undefined;
    if (!input || isOwn || queryOf(input.value) === query) return;
    // Typed before the app has started; or the address has changed by a link or by Back.
    if (isStarted.current) input.value = query;
    else type(queryOf(input.value));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows each change of the query.
  useEffect(() => {
    follow();
    isStarted.current = true;
  }, [query]);
  return (
    <search>
      <form
        className="search"
        action={pagePaths.home}
        onSubmit={(event) => {
          event.preventDefault();
          submit(queryOf(event.currentTarget.q.value));
        }}
      >
        <input
          ref={field}
          type="search"
          name="q"
          aria-label="Search blogs"
          placeholder="Search blogs"
          maxLength={200}
          defaultValue={query}
          // In a task of its own: the caret is to be there first.
          onFocus={() => setTimeout(wake)}
          onInput={(event) => type(queryOf(event.currentTarget.value))}
        />
        <button type="submit" className="button quiet">
          Search
        </button>
      </form>
    </search>
  );
}

/** Reads the list of all posts again, for a button that stands outside of it. */
type Refresh = RefObject<(() => Promise<void>) | undefined>;

function AllPosts({ path, refresh }: { path: string; refresh: Refresh }) {
  const listing = usePosts(path);
  useEffect(() => {
    refresh.current = listing.refresh;
  });
  return <Posts listing={listing} />;
}

function Tools({ only, refresh }: { only: Choice['only'] | undefined; refresh: Refresh }) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const row = useRef<HTMLDivElement>(null);
  // On a narrow phone the row is wider than the window.
  useEffect(() => {
    const { current: tools } = row;
    const chosen = only && tools?.querySelector('[aria-pressed=true]')?.getBoundingClientRect();
    if (!chosen || !tools) return;
    tools.scrollLeft += chosen.x + chosen.width / 2 - innerWidth / 2;
    return () => {
      tools.scrollLeft = 0;
    };
  }, [only]);
  const choose = (choice: Choice) => navigate({ search }, { replace: true, state: choice });
  return (
    <div className="list-tools" ref={row}>
      <fieldset className="choice">
        <legend className="visually-hidden">Which posts</legend>
        <QuietButton aria-pressed={!only} onClick={() => choose({})}>
          All posts
        </QuietButton>
        <QuietButton aria-pressed={only === 'on this device'} onClick={() => choose({ only: 'on this device' })}>
          On this device
        </QuietButton>
        <FollowingChoice isChosen={only === 'following'} onChoose={() => choose({ only: 'following' })} />
      </fieldset>
      {!only && <RefreshButton refresh={async () => refresh.current?.()} />}
    </div>
  );
}

/**
 * The choice of what is followed, with the number of new posts. It comes after the first paint, and so takes no space
 * of its own.
 */
function FollowingChoice({ isChosen, onChoose }: { isChosen: boolean; onChoose: () => void }) {
  const { size } = useObservable(unreadPosts);
  return (
    <button
      type="button"
      className="button quiet following"
      aria-pressed={isChosen}
      aria-description={size > 0 ? `${size} new` : undefined}
      data-new={size > 99 ? '99+' : size || undefined}
      onClick={onChoose}
    >
      Following
    </button>
  );
}

function Posts({ listing }: { listing: PostListState }) {
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

/** Loads the search when the field is first touched. */
const withSearch = (use: Parameters<typeof search.use>[0]): void =>
  search.use(use, (error) => console.error('Could not preload the search.', error));

const wake = () => withSearch(({ prepareSearch }) => prepareSearch());

const card = (post: Post, index: number) => (
  <PostCard post={post} isFirst={index === 0} to={pagePaths.blog(post._id)} />
);
