import { Fragment, useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { callPaths, pagePaths } from '../../contract/paths.ts';
import type { Post } from '../../contract/posts.ts';
import { isOwnBackend } from '../../data/api/host.ts';
import { confirmedDeletes, followConfirmedDeletes } from '../../data/outbox/confirmed-deletes.ts';
import { submitDelete } from '../../data/outbox/submit.ts';
import { session } from '../../data/session/session.ts';
import { InfinitePostList } from '../components/InfinitePostList.tsx';
import { KeepsNothingNotice } from '../components/KeepsNothingNotice.tsx';
import { Link } from '../components/Link.tsx';
import { LoadingPosts } from '../components/LoadingPosts.tsx';
import { PostCard } from '../components/PostCard.tsx';
import { RefreshButton } from '../components/RefreshButton.tsx';
import { useBusy } from '../hooks/useBusy.ts';
import { useDocumentTitle } from '../hooks/useDocumentTitle.ts';
import { useIsHydrated } from '../hooks/useIsHydrated.ts';
import { useIsOutboxLoaded } from '../hooks/useIsOutboxLoaded.ts';
import { useObservable } from '../hooks/useObservable.ts';
import { useOutboxEntries } from '../hooks/useOutboxEntries.ts';
import { usePosts } from '../hooks/usePosts.ts';
import { titleOf } from '../text/title-of.ts';
import { OutboxEntries } from './my-blogs/OutboxEntries.tsx';
import { UnsubmittedEdits } from './my-blogs/UnsubmittedEdits.tsx';

export function MyBlogs() {
  useDocumentTitle('My Blogs');
  const { userId } = useObservable(session);
  const isInBrowser = useIsHydrated();
  return (
    <div className="column">
      <div className="heading-line">
        <h1>My Blogs</h1>
        {isOwnBackend && (
          <Link className="button quiet" to={pagePaths.account}>
            Account
          </Link>
        )}
      </div>
      <KeepsNothingNotice />
      <OutboxEntries />
      {isInBrowser && userId === null && <p role="alert">User not logged in.</p>}
      {isInBrowser && userId !== null && (
        <Fragment key={userId}>
          <UnsubmittedEdits userId={userId} />
          <OwnPosts userId={userId} />
        </Fragment>
      )}
    </div>
  );
}

function OwnPosts({ userId }: { userId: string }) {
  const listing = usePosts(callPaths.userPosts(userId));
  const [deleted, setDeleted] = useState<ReadonlySet<string>>(new Set());

  const remove = async (post: Post) => {
    try {
      if ((await submitDelete(post)) === 'taken') setDeleted((ids) => new Set(ids).add(post._id));
    } catch (error) {
      console.error('Could not delete the post; it stays in the list.', error);
    }
  };
  const confirmed = useObservable(confirmedDeletes);
  useEffect(followConfirmedDeletes, []);
  const isOutboxRead = useIsOutboxLoaded();
  // Posts with a delete in the outbox are shown among the outbox entries instead.
  const toBeDeleted = useOutboxEntries().flatMap(({ work }) => (work.kind === 'delete' ? [work.postId] : []));

  // What waits comes above, and moves what is seen already. It takes some milliseconds.
  if (!isOutboxRead) {
    return (
      <div className="shown-late">
        <LoadingPosts />
      </div>
    );
  }
  if (listing.state === 'loading') return <LoadingPosts />;
  if (listing.state === 'failed') return <p role="alert">Failed to fetch blogs.</p>;
  const posts = listing.posts.filter(
    ({ _id }) => !deleted.has(_id) && !confirmed.has(_id) && !toBeDeleted.includes(_id),
  );
  const isEmpty = posts.length === 0 && (toBeDeleted.length > 0 || listing.older === 'none');
  return (
    <>
      <RefreshButton refresh={listing.refresh} />
      {isEmpty && toBeDeleted.length === 0 && <p>You have not written any blogs yet.</p>}
      {!isEmpty && (
        <InfinitePostList {...listing} posts={posts}>
          {(post, index) => (
            <PostCard
              post={post}
              isFirst={index === 0}
              title={titleOf(post)}
              onClick={() => console.log('Clicked', post._id)}
              actions={
                <div className="form-actions">
                  {post.version !== undefined && <EditButton post={post} />}
                  <DeleteButton post={post} onPress={() => remove(post)} />
                </div>
              }
            />
          )}
        </InfinitePostList>
      )}
    </>
  );
}

/** Where posts carry no version, their backend cannot edit them. */
function EditButton({ post }: { post: Post }) {
  const navigate = useNavigate();
  return (
    <button
      type="button"
      className="button quiet"
      aria-label={`Edit ${titleOf(post)}`}
      onClick={(event) => {
        event.stopPropagation();
        void navigate(pagePaths.edit(post._id));
      }}
    >
      Edit
    </button>
  );
}

function DeleteButton({ post, onPress }: { post: Post; onPress: () => Promise<void> }) {
  const [isBusy, run] = useBusy();
  return (
    <button
      type="button"
      className="button danger"
      aria-disabled={isBusy}
      aria-label={`Delete ${titleOf(post)}`}
      onClick={(event) => {
        event.stopPropagation();
        void run(onPress);
      }}
    >
      Delete
    </button>
  );
}
