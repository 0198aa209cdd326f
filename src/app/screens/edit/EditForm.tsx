import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { pagePaths } from '../../../contract/paths.ts';
import type { BringBack, EditForm as Editing } from '../../../writing/forms/edit-form.ts';
import type { EditState } from '../../../writing/forms/edit-state.ts';
import { formButton } from '../../../writing/forms/form-button.ts';
import type { FormText } from '../../../writing/forms/form-text.ts';
import { KeepsNothingNotice } from '../../components/KeepsNothingNotice.tsx';
import { Link } from '../../components/Link.tsx';
import { useObservable } from '../../hooks/useObservable.ts';
import { PostEditor } from '../create/PostEditor.tsx';

const messages = {
  'not kept': 'Not saved: this device could not save the changes. They are still here. Free some space and try again.',
  refused: 'Not saved: the server refused these changes. They are still here.',
  'picture refused':
    'Not saved: the server refused a picture. Your changes are still here. Remove or replace the picture.',
} as const;

/** The history state that another screen passes. */
export interface EditLocationState {
  bringBack?: BringBack;
}

interface EditFormProps {
  postId: string;
  editing: Editing;
  state: EditState & { kind: 'form' | 'gone' };
}

/** The form that edits a post. It has the same editor as Create. */
export function EditForm({ postId, editing, state }: EditFormProps) {
  const held = useObservable(editing.held);
  return (
    <div className="column">
      <h1>Edit Blog</h1>
      <KeepsNothingNotice />
      <p>
        <Link to={pagePaths.blog(postId)}>View post</Link> · <Link to={pagePaths.versions(postId)}>Versions</Link>
      </p>
      {state.kind === 'gone' ? (
        <p role="alert">
          This post was deleted elsewhere. Your text is safe in Drafts.{' '}
          <Link to={pagePaths.create}>See the drafts</Link>
        </p>
      ) : (
        held && <Editor key={held.key} postId={postId} editing={editing} text={held} />
      )}
    </div>
  );
}

function Editor({ postId, editing, text }: { postId: string; editing: Editing; text: FormText }) {
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
      onEditHere={() => void editing.editHere()}
    />
  );
}
