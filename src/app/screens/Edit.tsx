import { type ReactNode, useEffect, useState } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import { pagePaths } from '../../contract/paths.ts';
import { isAuthoredBy } from '../../contract/posts.ts';
import { isOwnBackend } from '../../data/api/host.ts';
import { readAllDrafts } from '../../data/drafts/all-drafts.ts';
import type { EditOf } from '../../data/drafts/drafts.ts';
import { confirmedEdits } from '../../data/outbox/confirmed-edits.ts';
import { editBasisOf } from '../../data/outbox/edit-basis.ts';
import { type EditEntry, isEdit } from '../../data/outbox/outbox-entry.ts';
import { profile } from '../../data/session/profile.ts';
import { authorOf, session } from '../../data/session/session.ts';
import { timeouts } from '../../data/timeouts.ts';
import { resultWithin } from '../../data/with-timeout.ts';
import { Link } from '../components/Link.tsx';
import { useDocumentTitle } from '../hooks/useDocumentTitle.ts';
import { useIsHydrated } from '../hooks/useIsHydrated.ts';
import { useIsOutboxLoaded } from '../hooks/useIsOutboxLoaded.ts';
import { useObservable } from '../hooks/useObservable.ts';
import { useOutboxEntries } from '../hooks/useOutboxEntries.ts';
import { usePost } from '../hooks/usePost.ts';
import { EditConflict } from './edit/EditConflict.tsx';
import { EditForm, type EditLocationState } from './edit/EditForm.tsx';
import { NotFound } from './NotFound.tsx';

/** A foreign backend cannot edit. */
export function Edit() {
  return isOwnBackend ? <OwnEdit /> : <NotFound />;
}

/** Keyed by id and author: each post has drafts of its own, and so has each user. */
function OwnEdit() {
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
  const reading = usePost(id);
  const confirmed = useObservable(confirmedEdits).get(id);
  const isOutboxRead = useIsOutboxLoaded();
  const edits = useOutboxEntries().filter((entry) => isEdit(entry) && entry.work.postId === id) as EditEntry[];
  const drafted = useDraftedEdit(author, id);
  const email = useObservable(profile)?.email;
  const { state }: { state: EditLocationState | null } = useLocation();
  // The form takes it out of the history, but goes on as an edit of this version should no other be known.
  const [bringBack] = useState(state?.bringBack);

  const conflict = edits.find(({ state }) => state.name === 'conflict');
  if (conflict) return <EditConflict key={conflict.id} entry={conflict} />;
  if (!isOutboxRead) return <Notice>Loading blog...</Notice>;

  const read = reading.state === 'loaded' ? reading.post : undefined;
  const post = (confirmed?.version ?? 0) > (read?.version ?? 0) ? confirmed : read;
  const begun =
    editBasisOf(edits.at(-1), post) ??
    (bringBack ? { postId: id, base: bringBack.base } : drafted === 'reading' ? undefined : drafted);
  if (begun) {
    if (email && post?.author?.email && !isAuthoredBy(post, email))
      return <Notice isAlert>Only its author can edit this post.</Notice>;
    return <EditForm edit={begun} bringBack={bringBack} />;
  }
  if (reading.state === 'loaded') return <Notice isAlert>Posts of this backend cannot be edited.</Notice>;
  if (reading.state === 'loading' || drafted === 'reading') return <Notice>Loading blog...</Notice>;
  return (
    <Notice isAlert>
      {reading.isGone
        ? 'This post does not exist. It may have been deleted.'
        : 'This post is not on this device. It is shown here as soon as there is a connection.'}
    </Notice>
  );
}

/** What the newest draft is an edit of, which can be gone on with although the post cannot be read. */
function useDraftedEdit(author: string, id: string): EditOf | 'reading' | undefined {
  const [found, setFound] = useState<EditOf | 'reading' | undefined>('reading');
  useEffect(() => {
    let isCurrent = true;
    void resultWithin(timeouts.deviceTimeoutMs, readAllDrafts(author, id)).then((drafts) => {
      if (isCurrent) setFound(drafts?.find(({ discardedAt }) => discardedAt === undefined)?.edit);
    });
    return () => {
      isCurrent = false;
    };
  }, [author, id]);
  return found;
}

function Notice({ isAlert = false, children }: { isAlert?: boolean; children: ReactNode }) {
  return (
    <div className="column">
      <h1>Edit Blog</h1>
      <p role={isAlert ? 'alert' : 'status'}>{children}</p>
    </div>
  );
}
