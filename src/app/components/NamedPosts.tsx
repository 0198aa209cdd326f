import { pagePaths } from '../../contract/paths.ts';
import type { Post } from '../../contract/posts.ts';
import type { Followed } from '../../reading/follows/follow.ts';
import type { PostListState } from '../hooks/usePosts.ts';
import { FollowButton } from './FollowButton.tsx';
import { InfinitePostList } from './InfinitePostList.tsx';
import { LoadingPosts } from './LoadingPosts.tsx';
import { NoScriptOlderPostsLink } from './NoScriptOlderPostsLink.tsx';
import { PostCard } from './PostCard.tsx';

interface NamedPostsProps {
  heading: string;
  followed: Followed;
  listing: PostListState;
  /** Address of the screen, for readers without JavaScript. */
  page: string;
  /** Shown if there are no posts. */
  empty: string;
}

/** The screen of an author's or a topic's posts, which only our own backend lists. Each card names its author. */
export function NamedPosts({ heading, followed, listing, page, empty }: NamedPostsProps) {
  return (
    <div className="column">
      <h1 dir="auto">{heading}</h1>
      <div className="list-tools">
        <FollowButton followed={followed} listed={listing.state === 'loaded' ? listing.posts : undefined} />
      </div>
      {listing.state === 'loading' && <LoadingPosts />}
      {listing.state === 'failed' && <p role="alert">Failed to fetch blog posts.</p>}
      {listing.state === 'loaded' && listing.posts.length === 0 && <p role="status">{empty}</p>}
      {listing.state === 'loaded' && listing.posts.length > 0 && (
        <>
          <InfinitePostList {...listing}>{namedCard}</InfinitePostList>
          {listing.next && <NoScriptOlderPostsLink next={listing.next} page={page} />}
        </>
      )}
    </div>
  );
}

const namedCard = (post: Post, index: number) => (
  <PostCard post={post} isFirst={index === 0} to={pagePaths.blog(post._id)} author={post.author?.name} />
);
