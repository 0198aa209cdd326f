import { useEffect, useState } from 'react';
import type { DraftInForm } from '../../data/drafts/draft-form.ts';
import { createForm, type ShownForm } from '../../data/drafts/shown-form.ts';
import { createBlogButton } from '../../data/outbox/submit-form.ts';
import { KeepsNothingNotice } from '../components/KeepsNothingNotice.tsx';
import { useDocumentTitle } from '../hooks/useDocumentTitle.ts';
import { useObservable } from '../hooks/useObservable.ts';
import { OutboxNotice } from './create/OutboxNotice.tsx';
import { PostEditor } from './create/PostEditor.tsx';

export function Create() {
  useDocumentTitle('Create New Blog');
  const [form] = useState(createForm);
  useEffect(() => form.start(), [form]);
  const held = useObservable(form.held);
  return (
    <div className="column">
      <h1>Create New Blog</h1>
      <KeepsNothingNotice />
      <OutboxNotice />
      {held && <Editor key={held.autosave.draft().id} form={form} held={held} />}
    </div>
  );
}

const messages = {
  'not kept':
    'Not published: this device could not keep the post until it is. Should it have no room, free some and try again.',
  hanging: 'This device does not answer. Publishing goes on as soon as it does; keep this page open until then.',
  unanswered:
    'Not published, as far as is known: no answer has come. Press Create Blog again once there is a connection; it is not published twice.',
  'picture refused':
    'Not published: the server has refused a picture of this post. It stays here; take the picture out, or add another.',
  'in doubt':
    'This post, or an earlier version of it, may be published already. Look at My Blogs before you press Create Blog again: that publishes it once more.',
} as const;

const reload = () => location.reload();

function Editor({ form, held }: { form: ShownForm; held: DraftInForm }) {
  const [button] = useState(() => createBlogButton(form, held, reload));
  return <PostEditor form={form} held={held} button={button} action="Create Blog" messages={messages} />;
}
