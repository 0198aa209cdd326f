import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { pagePaths } from '../../../contract/paths.ts';
import type { BringBack, EditForm as Editing, EditState } from '../../../writing/edit-form.ts';
import { formButton } from '../../../writing/form-button.ts';
import type { FormText } from '../../../writing/form-text.ts';
import { KeepsNothingNotice } from '../../components/KeepsNothingNotice.tsx';
import { Link } from '../../components/Link.tsx';
import { useObservable } from '../../hooks/useObservable.ts';
import { PostEditor } from '../create/PostEditor.tsx';

const messages = {
  'not kept':
    'Not saved: this device could not keep the changes until they are. Should it have no room, free some and try again.',
  refused: 'Not saved: the server has refused these changes. They stay here.',
  'picture refused':
    'Not saved: the server has refused a picture of these changes. They stay here; take it out, or add another.',
} as const;

const besideDraft = (
  <>
    This device had not answered when you began, and has other changes of yours to this post, which go on with “Edit
    here”. What you have typed now is kept beside them, as a text of its own.{' '}
    <Link to={pagePaths.create}>See the drafts</Link>
  </>
);

/** What another screen hands over in the history's state. */
export interface EditLocationState {
  bringBack?: BringBack;
}

interface EditFormProps {
  postId: string;
  editing: Editing;
  state: EditState & { kind: 'form' | 'gone' };
}

/** The form of a post's edit, which is Create's. */
export function EditForm({ postId, editing, state }: EditFormProps) {
  const held = useObservable(editing.held);
  return (
    <div className="column">
      <h1>Edit Blog</h1>
      <KeepsNothingNotice />
      <p>
        <Link to={pagePaths.blog(postId)}>Read it as it is</Link> ·{' '}
        <Link to={pagePaths.versions(postId)}>Versions</Link>
      </p>
      {state.kind === 'gone' ? (
        <p role="alert">
          This post was deleted elsewhere before your changes arrived. Nothing is lost: the text is among your drafts.{' '}
          <Link to={pagePaths.create}>See the drafts</Link>
        </p>
      ) : (
        held && <Editor key={held.key} postId={postId} editing={editing} text={held} isUnread={state.isUnread} />
      )}
    </div>
  );
}

interface EditorProps {
  postId: string;
  editing: Editing;
  text: FormText;
  isUnread: boolean;
}

function Editor({ postId, editing, text, isUnread }: EditorProps) {
  const navigate = useNavigate();
  const [button] = useState(() =>
    formButton(editing.held, text, ({ kind }) => (kind === 'gone' ? undefined : navigate(pagePaths.blog(postId)))),
  );
  return (
    <PostEditor
      held={editing.held}
      text={text}
      button={button}
      action="Save changes"
      messages={messages}
      movedTo={isUnread ? besideDraft : undefined}
      onEditHere={() => void editing.editHere()}
    />
  );
}
