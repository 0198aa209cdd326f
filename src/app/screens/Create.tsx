import { useEffect, useState } from 'react';
import { type CreateForm, createForm } from '../../writing/create-form.ts';
import { createBlogButton, isUnderWay } from '../../writing/form-button.ts';
import type { FormText } from '../../writing/form-text.ts';
import { KeepsNothingNotice } from '../components/KeepsNothingNotice.tsx';
import { useDocumentTitle } from '../hooks/useDocumentTitle.ts';
import { useObservable } from '../hooks/useObservable.ts';
import { DraftList } from './create/DraftList.tsx';
import { PostEditor } from './create/PostEditor.tsx';
import { WaitingNotice } from './create/WaitingNotice.tsx';

export function Create() {
  useDocumentTitle('Create New Blog');
  const [form] = useState(createForm);
  useEffect(() => form.start(), [form]);
  const held = useObservable(form.held);
  return (
    <div className="column">
      <h1>Create New Blog</h1>
      <KeepsNothingNotice />
      <WaitingNotice inForm={held?.id} />
      {held && <Editor key={held.id} form={form} text={held} />}
    </div>
  );
}

const messages = {
  'not kept':
    'Not published: this device could not keep the post until it is. Should it have no room, free some and try again.',
  unanswered:
    'Not published, as far as is known: no answer has come. Press Create Blog again once there is a connection; it is not published twice.',
  'picture refused':
    'Not published: the server has refused a picture of this post. It stays here; take the picture out, or add another.',
  'in doubt':
    'This post, or an earlier version of it, may be published already. Look at My Blogs before you press Create Blog again: that publishes it once more.',
} as const;

const reload = () => location.reload();

function Editor({ form, text }: { form: CreateForm; text: FormText }) {
  const [button] = useState(() => createBlogButton(form, text, reload));
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
