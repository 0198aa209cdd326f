import { type FormEvent, Suspense, useId, useRef, useState } from 'react';
import { imagesNamedIn } from '../../../contract/named-images.ts';
import type { DraftInForm } from '../../../data/drafts/draft-form.ts';
import type { ShownForm } from '../../../data/drafts/shown-form.ts';
import { type FormButton, isUnderWay } from '../../../data/outbox/submit-form.ts';
import { authorOf, session } from '../../../data/session/session.ts';
import { DraftStatus } from '../../components/DraftStatus.tsx';
import { lazyOrNothing } from '../../components/lazy-or-nothing.ts';
import { TextField } from '../../components/TextField.tsx';
import { useObservable } from '../../hooks/useObservable.ts';
import { useOutboxEntries } from '../../hooks/useOutboxEntries.ts';
import { usePendingImages } from '../../hooks/usePendingImages.ts';
import { fieldState } from '../../text/apply-edit.ts';
import { insertPicture } from '../../text/insert-pictures.ts';
import { uploadProgressText } from '../../text/upload-progress-text.ts';
import { AddPicture } from './AddPicture.tsx';
import { ContentField } from './ContentField.tsx';
import { DraftList } from './DraftList.tsx';
import { dropTarget } from './drop-pictures.ts';
import { LoginAgain } from './LoginAgain.tsx';
import { SharedPicturesList } from './SharedPicturesList.tsx';
import { canAddPictures, chosenFiles, usePictures } from './usePictures.ts';
import { useSharedPictures } from './useSharedPictures.ts';

/** Loaded when an author first looks at it. */
const Preview = lazyOrNothing(async () => (await import('./Preview.tsx')).Preview);

interface PostEditorProps<Failure extends string> {
  form: ShownForm;
  held: DraftInForm;
  button: FormButton<Failure>;
  /** What the button is called. */
  action: string;
  /** Messages for the author: of each way in which a submit can fail, and of a device that hangs while it goes on. */
  messages: Record<Failure | 'not kept' | 'hanging', string>;
}

/** The form of a post, with its preview and its author's earlier drafts. */
export function PostEditor<Failure extends string>({ form, held, button, action, messages }: PostEditorProps<Failure>) {
  const { autosave } = held;
  const { startAfresh, open } = form;
  const { id, edit } = autosave.draft();
  const postId = edit?.postId;
  const { post, status, backup } = useObservable(autosave.shown);
  const author = authorOf(useObservable(session));
  const progress = useObservable(button.progress);
  const [isPreviewed, setIsPreviewed] = useState(false);
  const isSending = isUnderWay(progress);
  const element = useRef<HTMLFormElement>(null);
  const ids = { cover: useId(), content: useId() };
  const content = useRef<HTMLTextAreaElement>(null);
  const isOpen = () => form.held.get() === held;
  const cover = usePictures(isOpen, () => (address) => autosave.change({ imgUrl: address }));
  const inText = usePictures(isOpen, () => {
    const begun = content.current && fieldState(content.current);
    let last: string | undefined;
    return (address) => {
      if (content.current && begun) insertPicture(content.current, address, begun, last);
      last = address;
    };
  });
  const shared = useSharedPictures({ id, postId, autosave }, (chosen) => {
    const field = content.current;
    // Nobody has put the caret anywhere: the pictures come behind the text that was shared along with them.
    if (field?.selectionEnd === 0) field.setSelectionRange(field.value.length, field.value.length);
    inText.add(chosen);
  });

  const pending = usePendingImages();
  const newest = useOutboxEntries().at(-1);
  const notice =
    progress === 'preparing'
      ? `${action} goes on as soon as the pictures are ready…`
      : isSending && newest && uploadProgressText(pending.get(newest.id));

  const drop = (files: File[], on: Element) => {
    if (isSending) return;
    const isOnCover = on.closest('.field')?.contains(document.getElementById(ids.cover));
    if (isOnCover) cover.add(chosenFiles(files.slice(0, 1)));
    else inText.add(chosenFiles(files));
  };

  const press = (event: FormEvent) => {
    event.preventDefault();
    void button.press([cover.field, inText.field]);
  };

  return (
    <>
      {/* Off: after the reload, Firefox would fill the form again with what was just published. */}
      <form className="paper" ref={element} onSubmit={press} autoComplete="off" aria-busy={isSending}>
        {isPreviewed && (
          <Suspense fallback={<p role="status">Loading the preview...</p>}>
            <Preview post={post} />
          </Suspense>
        )}
        {/* Stays on the page: the browser forgets what Undo would take back of a field that is removed. */}
        <div className="fields" hidden={isPreviewed} {...(canAddPictures() && dropTarget(drop))}>
          <TextField
            label="Blog Heading"
            type="text"
            value={post.title}
            readOnly={isSending}
            onChange={({ target }) => autosave.change({ title: target.value })}
          />
          <TextField
            label="Image URL"
            id={ids.cover}
            type="text"
            value={post.imgUrl}
            readOnly={isSending}
            onChange={({ target }) => autosave.change({ imgUrl: target.value })}
          >
            {canAddPictures() && (
              <AddPicture
                pictures={cover}
                labelledBy={`${ids.cover}-label`}
                isMultiple={false}
                isDisabled={isSending}
                names={imagesNamedIn({ imgUrl: post.imgUrl, content: '' })}
              />
            )}
          </TextField>
          <ContentField
            id={ids.content}
            field={content}
            value={post.content}
            readOnly={isSending}
            onChange={(content) => autosave.change({ content })}
            onPictures={canAddPictures() ? (files) => inText.add(chosenFiles(files)) : undefined}
          >
            {canAddPictures() ? (
              <AddPicture
                pictures={inText}
                labelledBy={`${ids.content}-label`}
                isMultiple
                isDisabled={isSending}
                names={imagesNamedIn({ imgUrl: '', content: post.content })}
                hint="Say what it shows between the brackets, if you like."
                notice={notice}
                leftOut={shared.leftOut}
              />
            ) : (
              shared.leftOut.map((words) => (
                <p key={words} className="form-error" role="alert">
                  {words}
                </p>
              ))
            )}
          </ContentField>
        </div>
        <DraftStatus status={status} backup={backup} />
        {progress in messages && (
          <p className="form-error" role="alert">
            {messages[progress as keyof typeof messages]}
          </p>
        )}
        <div className="form-actions">
          <button type="submit" className="button" aria-disabled={isSending}>
            {action}
          </button>
          <button
            type="button"
            className="button quiet"
            aria-pressed={isPreviewed}
            onClick={() => setIsPreviewed(!isPreviewed)}
          >
            Preview
          </button>
          {status === 'saved' && progress !== 'sending' && (
            <button type="button" className="button quiet" onClick={startAfresh}>
              Set aside and start afresh
            </button>
          )}
        </div>
      </form>
      {progress === 'login expired' && author !== null && (
        <LoginAgain
          userId={author}
          purpose={`${action} goes on after that; your text stays as it is.`}
          onLoggedIn={() => element.current?.requestSubmit()}
          onClose={button.putOffLogin}
        />
      )}
      {!isSending && <SharedPicturesList waiting={shared.waiting} add={shared.add} discard={shared.discard} />}
      {!isSending && <DraftList current={id} postId={postId} open={open} />}
    </>
  );
}
