import { type FormEvent, Suspense, useEffect, useId, useRef, useState } from 'react';
import { imagesNamedIn } from '../../../contract/named-images.ts';
import type { Draft } from '../../../data/drafts/drafts.ts';
import { authorOf, session } from '../../../data/session/session.ts';
import { DraftStatus } from '../../components/DraftStatus.tsx';
import { lazyOrNothing } from '../../components/lazy-or-nothing.ts';
import { TextField } from '../../components/TextField.tsx';
import type { OpenDraft } from '../../hooks/useDraft.ts';
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
import { areSettled, isFlushed } from './settle-before-submit.ts';
import { canAddPictures, chosenFiles, usePictures } from './usePictures.ts';
import { useSharedPictures } from './useSharedPictures.ts';

/** Loaded when an author first looks at it. */
const Preview = lazyOrNothing(async () => (await import('./Preview.tsx')).Preview);

/** What a submit is told of the form. */
export interface SubmitContext<Failure> {
  /** Whether the draft is still in its form, which may have been left, with another text begun in it. */
  isOpen: () => boolean;
  /** Called when the device does not answer in time. */
  onHang: () => void;
  /** Called once the outbox has the text, or will not have it. */
  onStored: () => void;
  /** The failure that the author has just been told of. */
  told: Failure | undefined;
}

interface PostEditorProps<Failure extends string> {
  draft: OpenDraft;
  /** The button that submits. */
  action: string;
  /** Messages for the author: of each way in which a submit can fail, and of a device that hangs while it goes on. */
  messages: Record<Failure | 'not kept' | 'hanging', string>;
  /**
   * Called when the author submits.
   *
   * @returns what to do next in the form, if it is open; or why the text stays in it, `refused` without a message,
   *   `login expired` until its author has logged in again.
   * @throws when the device could not store the text, which stays in the form.
   */
  submit: (
    draft: Draft,
    form: SubmitContext<Failure>,
  ) => Promise<(() => unknown) | Failure | 'refused' | 'login expired'>;
}

/** The form of a post, with its preview and its author's earlier drafts. */
export function PostEditor<Failure extends string>({ draft, action, messages, submit }: PostEditorProps<Failure>) {
  const { id, postId, autosave, startAfresh, open } = draft;
  const { post, status, backup } = useObservable(autosave.shown);
  const author = authorOf(useObservable(session));
  /**
   * `preparing`: submitting goes on as soon as the pictures are ready. `hanging`: the device has not answered in time;
   * submitting goes on as soon as it does.
   */
  const [progress, setProgress] = useState<
    Failure | 'writing' | 'preparing' | 'sending' | 'hanging' | 'not kept' | 'login expired'
  >('writing');
  const [isPreviewed, setIsPreviewed] = useState(false);
  const isSending = progress === 'sending' || progress === 'hanging';
  const isOpen = useRef(true);
  const form = useRef<HTMLFormElement>(null);
  const ids = { cover: useId(), content: useId() };
  const content = useRef<HTMLTextAreaElement>(null);
  const cover = usePictures(() => (address) => autosave.change({ imgUrl: address }));
  const inText = usePictures(() => {
    const begun = content.current && fieldState(content.current);
    let last: string | undefined;
    return (address) => {
      if (content.current && begun) insertPicture(content.current, address, begun, last);
      last = address;
    };
  });
  const shared = useSharedPictures(draft, (chosen) => {
    const field = content.current;
    // Nobody has put the caret anywhere: the pictures come behind the text that was shared along with them.
    if (field?.selectionEnd === 0) field.setSelectionRange(field.value.length, field.value.length);
    inText.add(chosen);
  });
  const isPreparing = cover.state.kind === 'preparing' || inText.state.kind === 'preparing';
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);

  const trySubmit = async () => {
    const onStored = autosave.beginSubmit();
    try {
      const told = progress in messages ? (progress as Failure) : undefined;
      return await submit(autosave.draft(), {
        isOpen: () => isOpen.current,
        onHang: () => setProgress('hanging'),
        onStored,
        told,
      });
    } catch (error) {
      console.error('Could not store the text; it stays in its form.', error);
      return 'not kept';
    } finally {
      onStored();
    }
  };

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

  const press = async (event: FormEvent) => {
    event.preventDefault();
    if (isSending || progress === 'preparing') return;
    if (isPreparing) {
      setProgress('preparing');
      if (!(await areSettled([cover, inText])) || !isOpen.current) return setProgress('writing');
    }
    setProgress('sending');
    // A save that is still under way would store the draft again beside the submitted post.
    if (!(await isFlushed(autosave))) return setProgress('not kept');
    // If another user has logged in meanwhile, the post is not theirs to submit; it stays among its author's drafts.
    if (autosave.draft().userId !== authorOf(session.get())) return;
    const submitted = await trySubmit();
    const isAway = typeof submitted === 'function';
    if (isAway) autosave.letGo();
    // The author has left the form: do not reload the page or start a new draft.
    if (!isOpen.current) return;
    if (isAway) return void (await submitted());
    autosave.isSubmitted = false;
    setProgress(submitted === 'refused' ? 'writing' : submitted);
    await autosave.flush();
  };

  return (
    <>
      {/* Off: after the reload, Firefox would fill the form again with what was just published. */}
      <form className="paper" ref={form} onSubmit={press} autoComplete="off" aria-busy={isSending}>
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
          onLoggedIn={() => form.current?.requestSubmit()}
          onClose={() => setProgress((now) => (now === 'login expired' ? 'writing' : now))}
        />
      )}
      {!isSending && <SharedPicturesList waiting={shared.waiting} add={shared.add} discard={shared.discard} />}
      {!isSending && <DraftList current={id} postId={postId} open={open} />}
    </>
  );
}
