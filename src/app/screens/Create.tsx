import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { type CreateForm, createForm } from '../../writing/forms/create-form.ts';
import { createBlogButton } from '../../writing/forms/form-button.ts';
import { isUnderWay } from '../../writing/forms/form-progress.ts';
import type { FormText } from '../../writing/forms/form-text.ts';
import { KeepsNothingNotice } from '../components/KeepsNothingNotice.tsx';
import { useDocumentTitle } from '../hooks/useDocumentTitle.ts';
import { useObservable } from '../hooks/useObservable.ts';
import { DoubtNotice } from './create/DoubtNotice.tsx';
import { DraftList } from './create/DraftList.tsx';
import { FormShape } from './create/FormShape.tsx';
import { PostEditor } from './create/PostEditor.tsx';
import { Submitted, type SubmittedEnd, useSubmitted } from './create/Submitted.tsx';

/** The history state that survives the reload that the specification asks for. */
interface CreateLocationState {
  submitted?: SubmittedEnd;
}

export function Create() {
  useDocumentTitle('Create New Blog');
  const { state }: { state: CreateLocationState | null } = useLocation();
  const navigate = useNavigate();
  const [form] = useState(createForm);
  useEffect(() => form.start(), [form]);
  const held = useObservable(form.held);
  const [submitted, setSubmitted] = useState(state?.submitted);
  const shown = useSubmitted(submitted);
  // A further reload must not repeat the message.
  const forget = useEffectEvent(() => state && void navigate('.', { replace: true, state: null }));
  useEffect(() => {
    history.scrollRestoration = 'auto';
    forget();
  }, []);
  const onEnd = (end: SubmittedEnd, isReloading: boolean) => {
    if (!isReloading) return setSubmitted(end.kind === 'gone' ? undefined : end);
    void navigate('.', { replace: true, state: { submitted: end } satisfies CreateLocationState });
    // The reloaded page starts at the top, where the message appears.
    history.scrollRestoration = 'manual';
    location.reload();
  };
  return (
    <div className="column">
      <h1>Create New Blog</h1>
      <KeepsNothingNotice />
      {submitted && shown && <Submitted key={submitted.id} end={submitted} shown={shown} />}
      <DoubtNotice inForm={held?.id} />
      {/* Waits for the card above, so that the form does not move. */}
      {held ? (!submitted || shown) && <Editor key={held.id} form={form} text={held} onEnd={onEnd} /> : <FormShape />}
    </div>
  );
}

const messages = {
  'not kept':
    'Not published: this device could not save the post. Your text is still here. Free some space and try again.',
  unanswered:
    'No answer from the server. Your text is still here. Press Create Blog again when you’re online: it is never published twice.',
  'picture refused':
    'Not published: the server refused a picture. Your text is still here. Remove or replace the picture.',
  'in doubt':
    'This post, or an earlier version, may be published already. Check My Blogs first: pressing Create Blog again publishes it once more.',
} as const;

interface EditorProps {
  form: CreateForm;
  text: FormText;
  /** Called when the text has left the form for good. */
  onEnd: (end: SubmittedEnd, isReloading: boolean) => void;
}

function Editor({ form, text, onEnd }: EditorProps) {
  const [button] = useState(() =>
    createBlogButton(form, text, ({ kind }, isReloading) => onEnd({ id: text.id, kind }, isReloading)),
  );
  const isSending = isUnderWay(useObservable(button.progress));
  return (
    <>
      <PostEditor
        held={form.held}
        text={text}
        button={button}
        action="Create Blog"
        messages={messages}
        onAside={form.startAfresh}
      />
      {!isSending && <DraftList current={text.id} open={form.open} />}
    </>
  );
}
