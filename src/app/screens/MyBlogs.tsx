import { useState } from 'react';
import { callPaths } from '../../contract/paths.ts';
import type { Post } from '../../contract/posts.ts';
import { pressDelete } from '../../data/outbox/press.ts';
import { session } from '../../data/session.ts';
import { LoadingPosts } from '../parts/LoadingPosts.tsx';
import { PostCard } from '../parts/PostCard.tsx';
import { PostList } from '../parts/PostList.tsx';
import { RefreshButton } from '../parts/RefreshButton.tsx';
import { titleOf } from '../parts/titleOf.ts';
import { useIsInBrowser } from '../parts/useIsInBrowser.ts';
import { usePosts } from '../parts/usePosts.ts';
import { useStore } from '../parts/useStore.ts';
import { useTitle } from '../parts/useTitle.ts';
import { useWaiting } from '../parts/useWaiting.ts';
import { Waiting } from './my-blogs/Waiting.tsx';

export function MyBlogs() {
  useTitle('My Blogs');
  const { userId } = useStore(session);
  const isInBrowser = useIsInBrowser();
  return (
    <div className="column">
      <h1>My Blogs</h1>
      <Waiting />
      {isInBrowser &&
        (userId === null ? <p role="alert">User not logged in.</p> : <OwnPosts key={userId} userId={userId} />)}
    </div>
  );
}

function OwnPosts({ userId }: { userId: string }) {
  const listing = usePosts(callPaths.userPosts(userId));
  const [deleted, setDeleted] = useState<ReadonlySet<string>>(new Set());

  const remove = async (post: Post) => {
    try {
      if ((await pressDelete(post)) === 'taken') setDeleted((ids) => new Set(ids).add(post._id));
    } catch (error) {
      console.error('The post could not be deleted.', error);
    }
  };
  // What waits to be deleted stands among what waits.
  const toBeDeleted = useWaiting().flatMap(({ work }) => (work.kind === 'delete' ? [work.postId] : []));

  if (listing.state === 'loading') return <LoadingPosts />;
  if (listing.state === 'failed') return <p role="alert">Failed to fetch blogs.</p>;
  const posts = listing.posts.filter(({ _id }) => !deleted.has(_id) && !toBeDeleted.includes(_id));
  const isEmpty = posts.length === 0 && (toBeDeleted.length > 0 || listing.older === 'none');
  return (
    <>
      <RefreshButton refresh={listing.refresh} />
      {isEmpty && toBeDeleted.length === 0 && <p>You have not written any blogs yet.</p>}
      {!isEmpty && (
        <PostList {...listing} posts={posts}>
          {(post, index) => (
            <PostCard
              post={post}
              isFirst={index === 0}
              title={titleOf(post)}
              onClick={() => console.log('Clicked', post._id)}
              actions={<DeleteButton post={post} onPress={() => remove(post)} />}
            />
          )}
        </PostList>
      )}
    </>
  );
}

function DeleteButton({ post, onPress }: { post: Post; onPress: () => Promise<void> }) {
  const [busy, setBusy] = useState(false);
  const press = async () => {
    if (busy) return;
    setBusy(true);
    await onPress();
    setBusy(false);
  };
  return (
    <button
      type="button"
      className="button danger"
      aria-disabled={busy}
      aria-label={`Delete ${titleOf(post)}`}
      onClick={(event) => {
        event.stopPropagation();
        void press();
      }}
    >
      Delete
    </button>
  );
}
