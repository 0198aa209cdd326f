import { type FormEvent, useId, useRef } from 'react';
import { imagesNamedIn } from '../../../contract/named-images.ts';
import { callPaths } from '../../../contract/paths.ts';
import { connection } from '../../../device/calls/connection.ts';
import type { Observable } from '../../../device/observable.ts';
import { type FormButton, type FormProgress, isUnderWay } from '../../../writing/forms/form-button.ts';
import type { FormText } from '../../../writing/forms/form-text.ts';
import { DraftStatus } from '../../components/DraftStatus.tsx';
import { lazyOrNothing } from '../../components/lazy-or-nothing.tsx';
import { QuietButton } from '../../components/QuietButton.tsx';
import { TextField } from '../../components/TextField.tsx';
import { useObservable } from '../../hooks/useObservable.ts';
import { fieldState } from '../../text/apply-edit.ts';
import { insertPicture, takeOutPicture } from '../../text/insert-pictures.ts';
import { lengthHint, tooLongWords } from '../../text/too-long.ts';
import { AddPicture } from './AddPicture.tsx';
import { ContentField } from './ContentField.tsx';
import { CoverPicture } from './CoverPicture.tsx';
import { Decide } from './Decide.tsx';
import { dropTarget } from './drop-pictures.ts';
import { EditHere } from './EditHere.tsx';
import { LoginAgain } from './LoginAgain.tsx';
import { SharedPicturesList } from './SharedPicturesList.tsx';
import { useKeyboardSpace } from './useKeyboardSpace.ts';
import { canAddPictures, chosenFiles, usePictures } from './usePictures.ts';
import { usePreview } from './usePreview.ts';
import { useSharedPictures } from './useSharedPictures.ts';
import '../../styles/authoring.css';

/** Loaded when an author first looks at it. */
const Preview = lazyOrNothing(
  async () => (await import('./Preview.tsx')).Preview,
  <p role="status">Loading the preview...</p>,
);

interface PostEditorProps {
  held: Observable<FormText | undefined>;
  text: FormText;
  button: FormButton;
  /** The button's label. */
  action: string;
  /** Messages for the author: of each way in which a submit can fail. */
  messages: Partial<Record<FormProgress['kind'], string>>;
  /** Leaves the text where it is saved, and begins another. */
  onAside?: () => void;
  /** Takes the form over from another tab. */
  onEditHere?: () => void;
}

/** Returns the name of an uploaded image if its address is all that there is. */
function nameOfImage(imgUrl: string): string | undefined {
  const [name = ''] = imagesNamedIn({ imgUrl, content: '' });
  return name !== '' && imgUrl === callPaths.image(name) ? name : undefined;
}

/** The form of a post, with its preview. */
export function PostEditor({ held, text, button, action, messages, onAside, onEditHere }: PostEditorProps) {
  const { author, change } = text;
  const { post, status, backup } = useObservable(text.shown);
  const progress = useObservable(button.progress);
  const isSending = isUnderWay(progress);
  const isReadOnly = isSending || status === 'taken over';
  const element = useRef<HTMLFormElement>(null);
  const [isPreviewed, setIsPreviewed] = usePreview(element);
  useKeyboardSpace();
  const ids = { cover: useId(), content: useId() };
  const content = useRef<HTMLTextAreaElement>(null);
  const isOpen = () => held.get() === text;
  const cover = usePictures(isOpen, () => (address) => change({ imgUrl: address }));
  const inText = usePictures(isOpen, () => {
    const begun = content.current && fieldState(content.current);
    let last: string | undefined;
    return (address) => {
      if (content.current && begun) insertPicture(content.current, address, begun, last);
      last = address;
    };
  });
  const shared = useSharedPictures(text, (chosen) => {
    const field = content.current;
    // The author has not placed the caret, so the pictures follow the text that was shared with them.
    if (field?.selectionEnd === 0) field.setSelectionRange(field.value.length, field.value.length);
    inText.add(chosen);
  });

  const tooLong = tooLongWords(post);
  const coverName = nameOfImage(post.imgUrl);
  const removeCover = () => {
    change({ imgUrl: '' });
    // The field is there again with the next render.
    requestAnimationFrame(() => document.getElementById(ids.cover)?.focus());
  };
  const removePicture = (name: string) => content.current && takeOutPicture(content.current, callPaths.image(name));

  const underWay =
    progress.kind === 'preparing'
      ? `${action} continues when the pictures are ready…`
      : isSending
        ? 'Sending…'
        : undefined;

  const drop = (files: File[], on: Element) => {
    if (isReadOnly) return;
    const isOnCover = on.closest('.field')?.contains(document.getElementById(ids.cover));
    if (isOnCover) cover.add(chosenFiles(files.slice(0, 1)));
    else inText.add(chosenFiles(files));
  };

  const setAside = async () => {
    await text.flush();
    if (text.shown.get().status === 'saved' && isOpen()) onAside?.();
  };

  const press = (event: FormEvent) => {
    event.preventDefault();
    // A text that will be refused must not wait for a connection.
    if (isReadOnly || (tooLong && connection.get() === 'away')) return;
    void button.press([cover.field, inText.field]);
  };

  if (progress.kind === 'decide' && status !== 'taken over') {
    const { decision } = progress;
    return (
      <Decide
        texts={decision}
        onDecide={(decided, next) => button.decide(decision, decided, next)}
        onLater={button.putOff}
      />
    );
  }
  const message = messages[progress.kind];
  return (
    <>
      {status === 'taken over' && (
        <>
          <p className="banner" role="alert">
            You are editing this post in another tab.
          </p>
          {onEditHere && <EditHere onPress={onEditHere} />}
        </>
      )}
      {/* Off: after the reload, Firefox would fill the form again with what was just published. */}
      <form className="paper editor" ref={element} onSubmit={press} autoComplete="off" aria-busy={isSending}>
        {isPreviewed && <Preview post={post} />}
        {/* Stays on the page: the browser forgets what Undo would take back of a field that is removed. */}
        <div className="fields" hidden={isPreviewed} {...(canAddPictures() && dropTarget(drop))}>
          <TextField
            label="Blog Heading"
            type="text"
            dir="auto"
            hint={lengthHint('title', post.title)}
            value={post.title}
            readOnly={isReadOnly}
            onChange={({ target }) => change({ title: target.value })}
          />
          <TextField
            label="Image URL"
            id={ids.cover}
            type="text"
            hidden={coverName !== undefined}
            hint={lengthHint('imgUrl', post.imgUrl)}
            value={post.imgUrl}
            readOnly={isReadOnly}
            onChange={({ target }) => change({ imgUrl: target.value })}
          >
            {coverName !== undefined && (
              <CoverPicture name={coverName} isDisabled={isReadOnly} onRemove={removeCover} />
            )}
            {canAddPictures() && (
              <AddPicture
                pictures={cover}
                labelledBy={`${ids.cover}-label`}
                isMultiple={false}
                isDisabled={isReadOnly}
              />
            )}
          </TextField>
          <ContentField
            id={ids.content}
            field={content}
            value={post.content}
            readOnly={isReadOnly}
            onChange={(content) => change({ content })}
            onPictures={canAddPictures() ? (files) => inText.add(chosenFiles(files)) : undefined}
          >
            {canAddPictures() ? (
              <AddPicture
                pictures={inText}
                labelledBy={`${ids.content}-label`}
                isMultiple
                isDisabled={isReadOnly}
                names={imagesNamedIn({ imgUrl: '', content: post.content })}
                onRemove={removePicture}
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
        {onAside && (status === 'saved' || status === 'saving') && progress.kind !== 'sending' && (
          <div className="form-actions">
            <QuietButton onClick={() => void setAside()}>Save draft, start new</QuietButton>
          </div>
        )}
        <div className="editor-row">
          <DraftStatus status={status} backup={backup} underWay={underWay} />
          {message !== undefined && <p role="alert">{message}</p>}
          {tooLong && <p role="alert">{tooLong}</p>}
          <div className="editor-buttons">
            <div className="editor-modes">
              {[false, true].map((shows) => (
                <QuietButton
                  key={String(shows)}
                  aria-pressed={isPreviewed === shows}
                  onClick={() => setIsPreviewed(shows)}
                >
                  {shows ? 'Preview' : 'Write'}
                </QuietButton>
              ))}
            </div>
            <button type="submit" className="button" aria-disabled={isReadOnly}>
              {action}
            </button>
          </div>
        </div>
      </form>
      {progress.kind === 'login expired' && author !== null && (
        <LoginAgain
          userId={author}
          purpose={`${action} continues after that. Your text stays as it is.`}
          onLoggedIn={() => element.current?.requestSubmit()}
          onClose={button.putOff}
        />
      )}
      {!isReadOnly && <SharedPicturesList waiting={shared.waiting} add={shared.add} discard={shared.discard} />}
    </>
  );
}
