import { useEffect, useState } from 'react';
import { pagePaths } from '../../../contract/paths.ts';
import type { Post } from '../../../contract/posts.ts';
import { type Follow, isPostOf, publishedAt } from '../../../reading/follows/follow.ts';
import { following, unreadPosts } from '../../../reading/follows/following.ts';
import { InfinitePostList } from '../../components/InfinitePostList.tsx';
import { KeepsNothingNotice } from '../../components/KeepsNothingNotice.tsx';
import { LoadingPosts } from '../../components/LoadingPosts.tsx';
import { PostCard } from '../../components/PostCard.tsx';
import { look, startFollowing } from '../../following/start-following.ts';
import { useFollowedPosts } from '../../hooks/useFollowedPosts.ts';
import { useObservable } from '../../hooks/useObservable.ts';
import { FollowedList } from './FollowedList.tsx';
import { Unread } from './Unread.tsx';

/** Shows the posts of the authors and topics that this device follows, and lists these authors and topics. */
export function Following() {
  const state = useObservable(following);
  // Also asks for new posts, because the reader has opened the list.
  useEffect(() => {
    void startFollowing().then(() => look({ all: true }));
  }, []);
  if (state.kind === 'loading') return <LoadingPosts />;
  if (state.kind === 'unavailable') {
    return <p>Could not read who you follow. Reload the page to try again.</p>;
  }
  const { follows } = state;
  return (
    <>
      <KeepsNothingNotice />
      {follows.length === 0 && (
        <p>You follow nobody yet. Authors and topics have a “Follow” button. It needs no account.</p>
      )}
      <FollowedList follows={follows} />
      {follows.length > 0 && <FollowedPosts follows={follows} />}
    </>
  );
}

function FollowedPosts({ follows }: { follows: Follow[] }) {
  const listing = useFollowedPosts(follows);
  const [top, setTop] = useState(Number.POSITIVE_INFINITY);
  if (listing.state === 'loading') return <LoadingPosts />;
  const { posts, older, loadOlder, hasFailed } = listing;
  const newest = posts[0] ? publishedAt(posts[0]) : Number.POSITIVE_INFINITY;
  // Shows new posts at once only if the page is not scrolled. Otherwise they would move the text, so they appear only
  // when the reader presses the button for new posts.
  if (typeof window !== 'undefined' && scrollY === 0 && top !== newest) setTop(newest);
  const shown = posts.filter((post) => publishedAt(post) <= top);
  const showNewer = () => {
    scrollTo(0, 0);
    setTop(newest);
  };
  return (
    <>
      <Unread />
      {hasFailed && <p role="status">Not everything could be loaded. This is what is on this device.</p>}
      {posts.length === 0 && older === 'none' ? (
        <p role="status">Nothing by them {hasFailed ? 'is on this device' : 'has been published'} yet.</p>
      ) : (
        <InfinitePostList
          posts={shown}
          pages={1}
          older={older}
          loadOlder={loadOlder}
          hasNewer={shown.length < posts.length}
          showNewer={showNewer}
        >
          {card}
        </InfinitePostList>
      )}
    </>
  );
}

const card = (post: Post, index: number) => <FollowedCard post={post} isFirst={index === 0} />;

function FollowedCard({ post, isFirst }: { post: Post; isFirst: boolean }) {
  const isNew = useObservable(unreadPosts).has(post._id);
  const state = useObservable(following);
  // A post from the list of all posts has its author's email but no name, so the card takes the name from the follow.
  const author =
    state.kind === 'known' ? state.follows.find((one) => one.kind === 'author' && isPostOf(one, post)) : undefined;
  return (
    <PostCard
      post={post}
      isFirst={isFirst}
      isNew={isNew}
      author={post.author?.name ?? author?.name}
      to={pagePaths.blog(post._id)}
    />
  );
}
