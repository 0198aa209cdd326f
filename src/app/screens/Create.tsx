import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import type { Draft } from '../../data/drafts.ts';
import { type Pressed, pressPublish } from '../../data/outbox/press.ts';
import { Field } from '../parts/Field.tsx';
import { KeptLine } from '../parts/KeptLine.tsx';
import { type OpenDraft, useDraft } from '../parts/useDraft.ts';
import { useStore } from '../parts/useStore.ts';
import { useTitle } from '../parts/useTitle.ts';
import { DraftList } from './create/DraftList.tsx';
import { WaitingNotice } from './create/WaitingNotice.tsx';

export function Create() {
  useTitle('Create New Blog');
  const draft = useDraft();
  return (
    <div className="column">
      <h1>Create New Blog</h1>
      <WaitingNotice />
      {draft && <Editor key={draft.id} draft={draft} />}
    </div>
  );
}

type Progress = 'writing' | 'sending' | 'not kept';

async function press(draft: Draft, isOpen: () => boolean): Promise<Pressed | 'not kept'> {
  try {
    return await pressPublish(draft, isOpen);
  } catch (error) {
    console.error('The post could not be kept, and has not been sent.', error);
    return 'not kept';
  }
}

function Editor({ draft }: { draft: OpenDraft }) {
  const { id, keeper, startAfresh, open, leave } = draft;
  const { post, kept } = useStore(keeper.shown);
  const [progress, setProgress] = useState<Progress>('writing');
  const contentId = useId();
  const isSending = progress === 'sending';
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);

  const publish = async (event: FormEvent) => {
    event.preventDefault();
    if (isSending) return;
    setProgress('sending');
    await keeper.flush();
    const pressed = await press(keeper.draft(), () => isOpen.current);
    // The author has gone on to another screen, where nothing is to be reloaded or begun.
    if (!isOpen.current) return;
    if (pressed === 'taken') {
      leave();
      location.reload();
    } else if (pressed === 'waiting') {
      await startAfresh();
    } else {
      setProgress(pressed === 'refused' ? 'writing' : pressed);
    }
  };

  return (
    <>
      {/* Off, so that the form starts empty after the reload: Firefox would fill in again what was just published. */}
      <form className="paper" onSubmit={publish} autoComplete="off" aria-busy={isSending}>
        <Field
          label="Blog Heading"
          type="text"
          value={post.title}
          readOnly={isSending}
          onChange={({ target }) => keeper.change({ title: target.value })}
        />
        <Field
          label="Image URL"
          type="text"
          value={post.imgUrl}
          readOnly={isSending}
          onChange={({ target }) => keeper.change({ imgUrl: target.value })}
        />
        <div className="field">
          <label htmlFor={contentId}>Blog Content</label>
          <textarea
            id={contentId}
            rows={8}
            value={post.content}
            readOnly={isSending}
            onChange={({ target }) => keeper.change({ content: target.value })}
          />
        </div>
        <KeptLine kept={kept} />
        {progress === 'not kept' && (
          <p className="form-error" role="alert">
            Not published: this device could not keep the post until it is. Should it have no room, free some and try
            again.
          </p>
        )}
        <div className="form-actions">
          <button type="submit" className="button" aria-disabled={isSending}>
            Create Blog
          </button>
          {kept === 'saved' && !isSending && (
            <button type="button" className="button quiet" onClick={startAfresh}>
              Set aside and start afresh
            </button>
          )}
        </div>
      </form>
      {!isSending && <DraftList current={id} open={open} />}
    </>
  );
}
