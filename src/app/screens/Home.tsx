import { lazy, Suspense } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { callPaths, pagePaths } from '../../contract/paths.ts';
import type { Post } from '../../contract/posts.ts';
import { here } from '../../data/here.ts';
import { LoadingPosts } from '../parts/LoadingPosts.tsx';
import { OlderPosts } from '../parts/OlderPosts.tsx';
import { PostCard } from '../parts/PostCard.tsx';
import { PostList } from '../parts/PostList.tsx';
import { RefreshButton } from '../parts/RefreshButton.tsx';
import { titleOf } from '../parts/titleOf.ts';
import { useIsInBrowser } from '../parts/useIsInBrowser.ts';
import { type Listing, usePosts } from '../parts/usePosts.ts';
import { useStore } from '../parts/useStore.ts';
import { useTitle } from '../parts/useTitle.ts';

const OnDevice = lazy(async () => ({ default: (await import('./home/OnDevice.tsx')).OnDevice }));

/** Kept in the entry of the browser's history and not in the address: what is on a device is nobody else's to open. */
interface Choice {
  only?: 'on this device';
}

export function Home() {
  useTitle('All Blogs');
  const after = useSearchParams()[0].get('after');
  const choice: Choice | null = useLocation().state;
  const isChosen = useIsInBrowser() && choice?.only === 'on this device';
  return (
    <div className="column">
      <h1>All Blogs</h1>
      {isChosen ? (
        <>
          <Tools only="on this device" />
          <OnDeviceSoon />
        </>
      ) : (
        <AllPosts key={after} path={after ? `${callPaths.posts}?${new URLSearchParams({ after })}` : callPaths.posts} />
      )}
    </div>
  );
}

function AllPosts({ path }: { path: string }) {
  const listing = usePosts(path);
  return (
    <>
      <Tools refresh={listing.state === 'loaded' ? listing.refresh : undefined} />
      <Posts listing={listing} />
    </>
  );
}

function Tools({ only, refresh }: Choice & { refresh?: (() => Promise<void>) | undefined }) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const choose = (choice: Choice) => navigate({ search }, { replace: true, state: choice });
  return (
    <div className="list-tools">
      <fieldset className="choice">
        <legend className="visually-hidden">Which posts</legend>
        <button type="button" className="button quiet" aria-pressed={!only} onClick={() => choose({})}>
          All posts
        </button>
        <button
          type="button"
          className="button quiet"
          aria-pressed={only !== undefined}
          onClick={() => choose({ only: 'on this device' })}
        >
          On this device
        </button>
      </fieldset>
      {refresh && <RefreshButton refresh={refresh} />}
    </div>
  );
}

function Posts({ listing }: { listing: Listing }) {
  const isSomethingHere = useStore(here) !== undefined;
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
      <PostList {...listing}>{card}</PostList>
      {listing.next && <OlderPosts next={listing.next} />}
    </>
  );
}

const OnDeviceSoon = () => (
  <Suspense fallback={<p role="status">Looking through this device…</p>}>
    <OnDevice />
  </Suspense>
);

/** Ahead of the press that is likely to follow: on a first visit the screen of a post is not on the device yet. */
function fetchBlog(): void {
  import('./Blog.tsx').catch((error) => console.error('The screen of a post could not be fetched ahead.', error));
}

const card = (post: Post, index: number) => (
  <PostCard
    post={post}
    isFirst={index === 0}
    title={
      <Link className="card-link" to={pagePaths.blog(post._id)} onPointerEnter={fetchBlog} onFocus={fetchBlog}>
        {titleOf(post)}
      </Link>
    }
  />
);
