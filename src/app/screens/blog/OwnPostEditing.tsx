import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { pagePaths } from '../../../contract/paths.ts';
import { isAuthoredBy, type Post } from '../../../contract/posts.ts';
import { profile } from '../../../session/profile.ts';
import type { RecordState } from '../../../writing/record/record-state.ts';
import { Link } from '../../components/Link.tsx';
import { useObservable } from '../../hooks/useObservable.ts';
import { usePending } from '../../hooks/usePending.ts';

/**
 * Shows the post's author an Edit button, if the backend can edit. Shows the state of a pending edit even while the
 * profile is unknown, for example after an expired login, because the text on screen includes the edit.
 */
export function OwnPostEditing({ post }: { post: Post }) {
  const { _id, version } = post;
  const navigate = useNavigate();
  const email = useObservable(profile)?.email;
  const edit = usePending().find(({ record }) => record.postId === _id && record.pending?.kind === 'text');
  const isOwn = version !== undefined && isAuthoredBy(post, email);
  return (
    <>
      {isOwn && (
        <button type="button" className="button quiet edit" onClick={() => void navigate(pagePaths.edit(_id))}>
          Edit
        </button>
      )}
      {edit && (
        <p className="banner" role="status">
          {wordsFor(edit.state, _id)}
        </p>
      )}
    </>
  );
}

function wordsFor(state: RecordState, id: string): ReactNode {
  switch (state.kind) {
    case 'conflict':
      return (
        <>
          This post was changed elsewhere, too. <Link to={pagePaths.edit(id)}>Decide between both texts</Link>
        </>
      );
    case 'needs login':
      return (
        <>
          Your changes wait for you to log in again. Others see the post as it was.{' '}
          <Link to={pagePaths.login}>Login</Link>
        </>
      );
    case 'refused':
      return (
        <>
          The server refused your changes. Others see the post as it was.{' '}
          <Link to={pagePaths.myBlogs}>Decide in My Blogs</Link>
        </>
      );
    default:
      return 'Your changes wait on this device to be saved. Others see the post as it was.';
  }
}
