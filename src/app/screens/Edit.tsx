import { type ReactNode, useContext, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { pagePaths } from '../../contract/paths.ts';
import { authorOf, session } from '../../session/session.ts';
import { decideConflict } from '../../writing/forms/decide-conflict.ts';
import { editForm } from '../../writing/forms/edit-form.ts';
import { Link } from '../components/Link.tsx';
import { HydrationContext } from '../hooks/HydrationContext.ts';
import { useDocumentTitle } from '../hooks/useDocumentTitle.ts';
import { useIsHydrated } from '../hooks/useIsHydrated.ts';
import { useObservable } from '../hooks/useObservable.ts';
import { Decide } from './create/Decide.tsx';
import { EditHere } from './create/EditHere.tsx';
import { EditForm, type EditLocationState } from './edit/EditForm.tsx';

/** The screen that edits a post. Keyed by id and author, because a draft belongs to one post and one user. */
export function Edit() {
  const { id = '' } = useParams();
  const author = authorOf(useObservable(session));
  const isInBrowser = useIsHydrated();
  useDocumentTitle('Edit Blog');
  if (!isInBrowser) return <Notice>Loading blog...</Notice>;
  if (author === null) {
    return (
      <Notice isAlert>
        User not logged in. What you have written is kept on this device. <Link to={pagePaths.login}>Login</Link>
      </Notice>
    );
  }
  return <EditOfPost key={`${author} ${id}`} id={id} author={author} />;
}

function EditOfPost({ id, author }: { id: string; author: string }) {
  const { post: rendered } = useContext(HydrationContext);
  const location: { state: EditLocationState | null } = useLocation();
  const navigate = useNavigate();
  const [editing] = useState(() =>
    editForm(author, id, {
      rendered: rendered?._id === id ? rendered : undefined,
      bringBack: location.state?.bringBack,
    }),
  );
  // Clears the history state, because a reload must not load the earlier version from it a second time.
  const forgetBroughtBack = useEffectEvent(() => void navigate('.', { replace: true, state: null }));
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    const stop = editing.start(() => forgetBroughtBack());
    return () => {
      isOpen.current = false;
      stop();
    };
  }, [editing]);
  const state = useObservable(editing.state);
  switch (state.kind) {
    case 'loading':
      return <Notice>Loading blog...</Notice>;
    case 'form':
    case 'gone':
      return <EditForm postId={id} editing={editing} state={state} />;
    case 'conflict': {
      const { id: recordId, texts } = state;
      return (
        <Decide
          texts={texts}
          onDecide={async (text, next) => {
            const isDecided = await decideConflict(recordId, texts, text, next);
            // The author may have left the screen while the decision on the conflict was being stored.
            if (isDecided && next === 'save' && isOpen.current) await navigate(pagePaths.blog(id));
          }}
          onLater={() => void navigate(pagePaths.myBlogs)}
        />
      );
    }
    case 'open elsewhere':
      return (
        <Notice isAlert action={<EditHere onPress={() => void editing.editHere()} />}>
          This post is open in another tab.
        </Notice>
      );
    case 'database hangs':
      return (
        <Notice isAlert>
          This device’s storage does not respond. What you have written is kept, and opens here as soon as it does.
        </Notice>
      );
    case 'not own':
      return <Notice isAlert>Only its author can edit this post.</Notice>;
    case 'not editable':
      return <Notice isAlert>Posts on this site cannot be edited.</Notice>;
    case 'unread':
      return (
        <Notice isAlert>
          {state.isGone
            ? 'This post does not exist. It may have been deleted.'
            : 'This post is not on this device. It is shown here as soon as there is a connection.'}
        </Notice>
      );
  }
}

interface NoticeProps {
  isAlert?: boolean;
  action?: ReactNode;
  children: ReactNode;
}

function Notice({ isAlert = false, action, children }: NoticeProps) {
  return (
    <div className="column">
      <h1>Edit Blog</h1>
      <p role={isAlert ? 'alert' : 'status'}>{children}</p>
      {action}
    </div>
  );
}
