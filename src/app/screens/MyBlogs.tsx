import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { callPaths, pagePaths } from '../../contract/paths.ts';
import type { Post } from '../../contract/posts.ts';
import { isOwnBackend } from '../../device/calls/host.ts';
import { deletedPosts } from '../../reading/shown/post-overlays.ts';
import { session } from '../../session/session.ts';
import { type DeleteResult, deletePost, myWriting } from '../../writing/my-writing.ts';
import { loadWriting } from '../../writing/record/read-writing.ts';
import { shownWriting } from '../../writing/record/shown-writing.ts';
import { InfinitePostList } from '../components/InfinitePostList.tsx';
import { KeepsNothingNotice } from '../components/KeepsNothingNotice.tsx';
import { Link } from '../components/Link.tsx';
import { LoadingPosts } from '../components/LoadingPosts.tsx';
import { PostCard } from '../components/PostCard.tsx';
import { QuietButton } from '../components/QuietButton.tsx';
import { RefreshButton } from '../components/RefreshButton.tsx';
import { useBusy } from '../hooks/useBusy.ts';
import { useDocumentTitle } from '../hooks/useDocumentTitle.ts';
import { actionFailedMessage } from '../hooks/useFailableAction.ts';
import { useIsHydrated } from '../hooks/useIsHydrated.ts';
import { useObservable } from '../hooks/useObservable.ts';
import { usePending } from '../hooks/usePending.ts';
import { usePosts } from '../hooks/usePosts.ts';
import { titleOf } from '../text/title-of.ts';
import { DeleteNotice, type LastDelete } from './my-blogs/DeleteNotice.tsx';
import { OwnTexts } from './my-blogs/OwnTexts.tsx';
import '../styles/authoring.css';

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
      <OwnTexts />
      {isInBrowser && userId === null && <p role="alert">User not logged in.</p>}
      {isInBrowser && userId !== null && <OwnPosts key={userId} userId={userId} />}
    </div>
  );
}

function OwnPosts({ userId }: { userId: string }) {
  const listing = usePosts(callPaths.userPosts(userId));
  const [deleted, setDeleted] = useState<ReadonlySet<string>>(new Set());
  const [last, setLast] = useState<LastDelete>();
  const [writing] = useState(myWriting);
  const waiting = usePending();

  const undo = async (postId: string) => {
    setLast(undefined);
    const record = shownWriting.get().find(({ record }) => record.postId === postId)?.record;
    try {
      if (record) await writing.undoDelete(record);
    } catch (error) {
      console.error('Could not undo a delete; it is listed among the waiting changes.', error);
    }
  };
  const lastDelete = (postId: string, result: DeleteResult): LastDelete | undefined => {
    if (result.kind === 'waiting') return { kind: 'waiting', undo: () => void undo(postId) };
    return result.kind === 'taken' ? { kind: 'taken', draft: result.draft } : undefined;
  };
  const remove = async (post: Post): Promise<Deleted> => {
    try {
      const result = await deletePost(post, userId);
      if (result.kind === 'taken') setDeleted((ids) => new Set(ids).add(post._id));
      setLast(lastDelete(post._id, result));
      return result.kind;
    } catch (error) {
      console.error('Could not delete the post; it stays in the list.', error);
      return 'failed';
    }
  };
  const confirmed = useObservable(deletedPosts);
  const [isWritingRead, setIsWritingRead] = useState(false);
  useEffect(() => void loadWriting().then(() => setIsWritingRead(true)), []);
  // Posts with a pending delete are listed among the pending texts instead.
  const toBeDeleted = waiting.flatMap(({ record: { pending, postId } }) =>
    pending?.kind === 'delete' && postId !== undefined ? [postId] : [],
  );

  // Shows no posts until pending texts are read (some milliseconds): these appear above the posts and would move them.
  if (!isWritingRead) {
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
              onClick={({ target }) => isInControl(target) || console.log('Clicked', post._id)}
              actions={
                <div className="form-actions">
                  <Link className="button quiet" to={pagePaths.blog(post._id)} aria-label={`Read ${titleOf(post)}`}>
                    Read
                  </Link>
                  {/* Backends without versions cannot edit. */}
                  {post.version !== undefined && <EditButton post={post} />}
                  <DeleteButton post={post} onPress={() => remove(post)} />
                </div>
              }
            />
          )}
        </InfinitePostList>
      )}
      <DeleteNotice last={last} author={userId} />
    </>
  );
}

/** Returns whether a click on a card was on one of its buttons or links. */
const isInControl = (target: EventTarget): boolean => target instanceof Element && target.closest('a, button') !== null;

function EditButton({ post }: { post: Post }) {
  const navigate = useNavigate();
  return (
    <QuietButton aria-label={`Edit ${titleOf(post)}`} onClick={() => void navigate(pagePaths.edit(post._id))}>
      Edit
    </QuietButton>
  );
}

/** `failed`: the device could neither delete the post nor store the delete. */
type Deleted = DeleteResult['kind'] | 'failed';

const deletedWords: Record<Deleted, string> = {
  taken: '',
  waiting: '',
  refused: 'It could not be deleted.',
  'open elsewhere': 'It is open in another tab.',
  failed: actionFailedMessage,
};

function DeleteButton({ post, onPress }: { post: Post; onPress: () => Promise<Deleted> }) {
  const [isBusy, run] = useBusy();
  const [result, setResult] = useState<Deleted>();
  return (
    <>
      <button
        type="button"
        className="button danger"
        aria-disabled={isBusy}
        aria-label={`Delete ${titleOf(post)}`}
        onClick={() => void run(async () => setResult(await onPress()))}
      >
        Delete
      </button>
      <p role="status">{result && deletedWords[result]}</p>
    </>
  );
}
