import { type FormEvent, useId, useRef } from 'react';
import { connection } from '../../../device/calls/connection.ts';
import type { Observable } from '../../../device/observable.ts';
import type { FormButton } from '../../../writing/forms/form-button.ts';
import { type FormProgress, isUnderWay } from '../../../writing/forms/form-progress.ts';
import type { FormText } from '../../../writing/forms/form-text.ts';
import { DraftStatus } from '../../components/DraftStatus.tsx';
import { lazyOrNothing } from '../../components/lazy-or-nothing.tsx';
import { QuietButton } from '../../components/QuietButton.tsx';
import { useObservable } from '../../hooks/useObservable.ts';
import { tooLongWords } from '../../text/too-long.ts';
import { Decide } from './Decide.tsx';
import { dropTarget } from './drop-pictures.ts';
import { EditHere } from './EditHere.tsx';
import { EditorRow } from './EditorRow.tsx';
import { LoginAgain } from './LoginAgain.tsx';
import { PostFields } from './PostFields.tsx';
import { SharedPicturesList } from './SharedPicturesList.tsx';
import { useEditorPictures } from './useEditorPictures.ts';
import { useKeyboardSpace } from './useKeyboardSpace.ts';
import { canAddPictures } from './usePictures.ts';
import { usePreview } from './usePreview.ts';
import '../../styles/authoring.css';

/** Loaded when the author first opens the preview. */
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
  /** Messages for the author, one for each way in which a submit can fail. */
  messages: Partial<Record<FormProgress['kind'], string>>;
  /** Starts a new text; the current text stays a draft. */
  onAside?: () => void;
  /** Takes the form over from another tab. */
  onEditHere?: () => void;
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
  const isOpen = () => held.get() === text;
  const pictures = useEditorPictures(text, isOpen, ids.cover);
  const { cover, inText, shared } = pictures;
  const tooLong = tooLongWords(post);

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
  return (
    <>
      {status === 'taken over' && <TakenOver onEditHere={onEditHere} />}
      {/* No autocomplete: after the reload, Firefox would fill the form with the text that was just published. */}
      <form className="paper editor" ref={element} onSubmit={press} autoComplete="off" aria-busy={isSending}>
        {isPreviewed && <Preview post={post} />}
        {/* Hidden and not removed, because the browser drops the undo history of a removed field. */}
        <div
          className="fields"
          hidden={isPreviewed}
          {...(canAddPictures() && dropTarget((files, on) => !isReadOnly && pictures.drop(files, on)))}
        >
          <PostFields post={post} change={change} pictures={pictures} ids={ids} isReadOnly={isReadOnly} />
        </div>
        {onAside && (status === 'saved' || status === 'saving') && progress.kind !== 'sending' && (
          <div className="form-actions">
            <QuietButton onClick={() => void setAside()}>Save draft, start new</QuietButton>
          </div>
        )}
        <EditorRow
          status={<DraftStatus status={status} backup={backup} underWay={underWayWords(progress, action)} />}
          alerts={[messages[progress.kind], tooLong]}
          isPreviewed={isPreviewed}
          setIsPreviewed={setIsPreviewed}
          action={action}
          isReadOnly={isReadOnly}
        />
      </form>
      {progress.kind === 'login expired' && author !== null && (
        <LoginAgain
          userId={author}
          purpose={`${action} continues after that. Your text stays as it is.`}
          onLoggedIn={() => element.current?.requestSubmit()}
          onClose={button.putOff}
        />
      )}
      {!isReadOnly && <SharedPicturesList {...shared} />}
    </>
  );
}

/** Says that another tab has taken over the text, and offers to take it back if `onEditHere` is given. */
function TakenOver({ onEditHere }: { onEditHere: (() => void) | undefined }) {
  return (
    <>
      <p className="banner" role="alert">
        You are editing this post in another tab.
      </p>
      {onEditHere && <EditHere onPress={onEditHere} />}
    </>
  );
}

function underWayWords(progress: FormProgress, action: string): string | undefined {
  if (progress.kind === 'preparing') return `${action} continues when the pictures are ready…`;
  return isUnderWay(progress) ? 'Sending…' : undefined;
}
