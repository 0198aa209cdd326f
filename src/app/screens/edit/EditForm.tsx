import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { pagePaths } from '../../../contract/paths.ts';
import type { DraftInForm } from '../../../data/drafts/draft-form.ts';
import type { BringBack, PostEditing } from '../../../data/edits/post-editing.ts';
import { KeepsNothingNotice } from '../../components/KeepsNothingNotice.tsx';
import { Link } from '../../components/Link.tsx';
import { useObservable } from '../../hooks/useObservable.ts';
import { PostEditor } from '../create/PostEditor.tsx';

const messages = {
  'not kept':
    'Not saved: this device could not keep the changes until they are. Should it have no room, free some and try again.',
  hanging: 'This device does not answer. Saving goes on as soon as it does; keep this page open until then.',
  'not accepted': 'Not saved: the server has refused these changes. They stay here.',
  'picture refused':
    'Not saved: the server has refused a picture of these changes. They stay here; take it out, or add another.',
} as const;

/** What another screen hands over in the history's state. */
export interface EditLocationState {
  bringBack?: BringBack;
}

interface EditFormProps {
  postId: string;
  editing: PostEditing;
  isGone: boolean;
}

/** The form of a post's edit, which is Create's. */
export function EditForm({ postId, editing, isGone }: EditFormProps) {
  const held = useObservable(editing.form.held);
  return (
    <div className="column">
      <h1>Edit Blog</h1>
      <KeepsNothingNotice />
      <p>
        <Link to={pagePaths.blog(postId)}>Read it as it is</Link> ·{' '}
        <Link to={pagePaths.versions(postId)}>Versions</Link>
      </p>
      {isGone ? (
        <p role="alert">
          This post was deleted elsewhere before your changes arrived. Nothing is lost: the text is among your drafts.{' '}
          <Link to={pagePaths.create}>See the drafts</Link>
        </p>
      ) : (
        held && <Editor key={held.autosave.draft().id} postId={postId} editing={editing} held={held} />
      )}
    </div>
  );
}

function Editor({ postId, editing, held }: { postId: string; editing: PostEditing; held: DraftInForm }) {
  const navigate = useNavigate();
  const [button] = useState(() => editing.button(held, () => navigate(pagePaths.blog(postId))));
  return <PostEditor form={editing.form} held={held} button={button} action="Save changes" messages={messages} />;
}
