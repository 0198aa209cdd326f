import type { ReactNode } from 'react';
import { pagePaths } from '../../contract/paths.ts';
import type { Post } from '../../contract/posts.ts';
import type { PostListState } from '../hooks/usePosts.ts';
import { titleOf } from '../text/title-of.ts';
import { InfinitePostList } from './InfinitePostList.tsx';
import { Link } from './Link.tsx';
import { LoadingPosts } from './LoadingPosts.tsx';
import { NoScriptOlderPostsLink } from './NoScriptOlderPostsLink.tsx';
import { PostCard } from './PostCard.tsx';

interface NamedPostsProps {
  listing: PostListState;
  /** Address of the screen, for readers without JavaScript. */
  page: string;
  /** Shown instead of cards where there are none, and where the list could not be read. */
  empty: ReactNode;
  failed: ReactNode;
  /** Label of the link to the next page, without JavaScript. */
  more?: string;
  /** Must be the same function as long as a post gives the same card. */
  card?: (post: Post, index: number) => ReactNode;
}

/** A list of the own backend that tells authors by their names. */
export function NamedPosts({ listing, page, empty, failed, more, card = namedCard }: NamedPostsProps) {
  if (listing.state === 'loading') return <LoadingPosts />;
  if (listing.state === 'failed') return <div role="alert">{failed}</div>;
  if (listing.posts.length === 0) return <div role="status">{empty}</div>;
  return (
    <>
      <InfinitePostList {...listing}>{card}</InfinitePostList>
      {listing.next && (
        <NoScriptOlderPostsLink next={listing.next} page={page}>
          {more}
        </NoScriptOlderPostsLink>
      )}
    </>
  );
}

const namedCard = (post: Post, index: number) => (
  <PostCard
    post={post}
    isFirst={index === 0}
    author={post.author?.name}
    title={
      <Link className="card-link" to={pagePaths.blog(post._id)}>
        {titleOf(post)}
      </Link>
    }
  />
);
