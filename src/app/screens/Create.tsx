import { submitPost } from '../../data/outbox/submit.ts';
import { waitsInMemory } from '../../data/outbox/waits-in-memory.ts';
import { isLoginStored } from '../../data/session/accept-login.ts';
import { KeepsNothingNotice } from '../components/KeepsNothingNotice.tsx';
import { useDocumentTitle } from '../hooks/useDocumentTitle.ts';
import { type OpenDraft, useDraft } from '../hooks/useDraft.ts';
import { OutboxNotice } from './create/OutboxNotice.tsx';
import { PostEditor } from './create/PostEditor.tsx';

export function Create() {
  useDocumentTitle('Create New Blog');
  const draft = useDraft();
  return (
    <div className="column">
      <h1>Create New Blog</h1>
      <KeepsNothingNotice />
      <OutboxNotice />
      {draft && <Editor key={draft.id} draft={draft} />}
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

function Editor({ draft }: { draft: OpenDraft }) {
  const { autosave, startAfresh, leave } = draft;
  const reload = () => {
    leave();
    location.reload();
  };
  return (
    <PostEditor<'unanswered' | 'picture refused' | 'in doubt'>
      draft={draft}
      action="Create Blog"
      messages={messages}
      submit={async (written, { told, ...form }) => {
        const { noteSent: onSent, noteAttempt: onAttempt } = autosave;
        const submitted = await submitPost(written, { ...form, onSent, onAttempt, isDoubtKnown: told === 'in doubt' });
        if (submitted === 'taken') return isLoginStored() && !(await waitsInMemory()) ? reload : startAfresh;
        return submitted === 'waiting' ? startAfresh : submitted;
      }}
    />
  );
}
