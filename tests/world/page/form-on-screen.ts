import type { Observable } from '../../../src/device/observable.ts';
import { isMemoryOnly } from '../../../src/device/storage/record-database.ts';
import type { FormButton } from '../../../src/writing/forms/form-button.ts';
import { type FormProgress, isUnderWay } from '../../../src/writing/forms/form-progress.ts';
import type { FormText } from '../../../src/writing/forms/form-text.ts';
import type { ShownText } from '../../../src/writing/forms/typed-text.ts';
import { liveDraftOf, newestSubmittedText } from '../../../src/writing/record/post-record.ts';
import { type DraftOnDevice, editOf } from '../texts-on-device.ts';
import { picturesOf } from './pictures.ts';

/** Callbacks for changes of a form on screen. */
interface FormEvents {
  onShown(shown: ShownText): void;
  /**
   * @param before the previous progress
   * @param isHeard whether the text is still in its form
   */
  onProgress?(progress: FormProgress, before: FormProgress, draft: DraftOnDevice, isHeard: boolean): void;
}

/** Returns a form and its button as a person sees and uses them. */
export function formOnScreen(
  held: Observable<FormText | undefined>,
  buttonOf: (text: FormText) => FormButton,
  { onShown, onProgress = () => undefined }: FormEvents,
) {
  const look = (text: FormText) => {
    const button = buttonOf(text);
    const isOpen = () => held.get() === text;
    const follow = () => onShown(text.shown.get());
    const stop = text.shown.subscribe(follow);
    let before = button.progress.get();
    button.progress.subscribe(() => {
      const now = button.progress.get();
      onProgress(now, before, draftIn(text), isOpen());
      before = now;
    });
    return { text, button, isOpen, pictures: picturesOf({ text, isOpen }), stop };
  };
  let seen: ReturnType<typeof look> | undefined;
  held.subscribe(() => {
    seen?.stop();
    const text = held.get();
    seen = text && look(text);
  });
  const isWritable = ({ button, text }: ReturnType<typeof look>) => {
    const progress = button.progress.get();
    return !isUnderWay(progress) && progress.kind !== 'decide' && text.shown.get().status !== 'taken over';
  };

  return {
    /** Returns the form, if its author can type in it. */
    writable: () => (seen && isWritable(seen) ? seen : undefined),
    /** Returns the conflict that is shown in place of the form. */
    deciding() {
      const progress = seen?.button.progress.get();
      return seen && progress?.kind === 'decide' ? { ...seen, decision: progress.decision } : undefined;
    },
    text: () => seen?.text.shown.get().post,
    textBeingSent: () => (seen?.button.progress.get().kind === 'sending' ? seen.text.shown.get().post : undefined),
    /** Returns the text if the device has not stored all of it, or if it is being sent. */
    textToKeep() {
      if (!seen) return undefined;
      const { text, button } = seen;
      const isKept = text.isStored() && !isMemoryOnly.get() && button.progress.get().kind !== 'sending';
      return isKept ? undefined : text.shown.get().post;
    },
    draft: () => seen && draftIn(seen.text),
    /** Presses the button. @returns what the author is told, with the draft; `undefined` if no form is writable */
    async press() {
      if (!seen || !isWritable(seen)) return undefined;
      const { button, pictures, isOpen, text } = seen;
      const isUntouched = text.isUntouched();
      let draft = draftIn(text);
      let told: { told: FormProgress['kind']; isHeard: boolean } | undefined;
      const stop = button.progress.subscribe(() => {
        told = { told: button.progress.get().kind, isHeard: isOpen() };
        // Pictures might be inserted until the app sends the text. After that, the text does not change.
        if (told.told === 'sending') draft = draftIn(text);
      });
      await button.press(pictures.fields);
      stop();
      return told && { ...told, draft, isUntouched };
    },
  };
}

function draftIn({ opened, shown }: FormText): DraftOnDevice {
  const begun = liveDraftOf(opened)?.from ?? newestSubmittedText(opened);
  return { id: opened.id, post: shown.get().post, isDiscarded: false, edit: editOf(opened, begun) };
}
