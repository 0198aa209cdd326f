import { Link, useSearchParams } from 'react-router-dom';
import { callPaths, pagePaths } from '../../contract/paths.ts';
import { OlderPosts } from '../parts/OlderPosts.tsx';
import { PostCard } from '../parts/PostCard.tsx';
import { PostList } from '../parts/PostList.tsx';
import { titleOf } from '../parts/titleOf.ts';
import { type Listing, usePosts } from '../parts/usePosts.ts';
import { useTitle } from '../parts/useTitle.ts';

export function Home() {
  useTitle('All Blogs');
  const after = useSearchParams()[0].get('after');
  return (
    <div className="column">
      <h1>All Blogs</h1>
      <AllPosts key={after} path={after ? `${callPaths.posts}?${new URLSearchParams({ after })}` : callPaths.posts} />
    </div>
  );
}

function AllPosts({ path }: { path: string }) {
  const listing = usePosts(path);
  return <Posts listing={listing} />;
}

function Posts({ listing }: { listing: Listing }) {
  if (listing.state === 'loading') return <p role="status">Loading blogs...</p>;
  if (listing.state === 'failed') return <p role="alert">Failed to fetch blog posts.</p>;
  if (listing.posts.length === 0) return <p>No blogs available at the moment.</p>;
  return (
    <>
      <PostList {...listing}>
        {(post, index) => (
          <PostCard
            post={post}
            isFirst={index === 0}
            title={
              <Link className="card-link" to={pagePaths.blog(post._id)}>
                {titleOf(post)}
              </Link>
            }
          />
        )}
      </PostList>
      {listing.next && <OlderPosts next={listing.next} />}
    </>
  );
}
