import type { ShownDraft } from '../../../src/data/drafts/draft-autosave.ts';
import type { DraftInForm } from '../../../src/data/drafts/draft-form.ts';
import type { Draft } from '../../../src/data/drafts/drafts.ts';
import type { ShownForm } from '../../../src/data/drafts/shown-form.ts';
import { type FormButton, type FormProgress, isUnderWay } from '../../../src/data/outbox/submit-form.ts';
import { picturesOf } from './pictures.ts';

/** What a form that is looked at tells. */
interface FormEvents<Failure extends string> {
  onShown(shown: ShownDraft): void;
  /** @param before what its author was told until now. */
  onProgress?(progress: FormProgress<Failure>, before: FormProgress<Failure>, draft: Draft): void;
}

/** A form with its button, as a person sees it. */
export function formOnScreen<Failure extends string>(
  form: ShownForm,
  buttonOf: (held: DraftInForm) => FormButton<Failure>,
  { onShown, onProgress = () => undefined }: FormEvents<Failure>,
) {
  const look = (held: DraftInForm) => {
    const { autosave } = held;
    const button = buttonOf(held);
    const isOpen = () => form.held.get() === held;
    const follow = () => onShown(autosave.shown.get());
    const stop = autosave.shown.subscribe(follow);
    let before = button.progress.get();
    button.progress.subscribe(() => {
      const now = button.progress.get();
      onProgress(now, before, autosave.draft());
      before = now;
    });
    return { held, autosave, button, isOpen, pictures: picturesOf({ autosave, isOpen }), stop };
  };
  let seen: ReturnType<typeof look> | undefined;
  form.held.subscribe(() => {
    seen?.stop();
    const held = form.held.get();
    seen = held && look(held);
  });

  return {
    /** The draft in it, in whose fields something can be typed. */
    writable: () => (seen && !isUnderWay(seen.button.progress.get()) ? seen : undefined),
    text: () => seen?.autosave.shown.get().post,
    draft: () => seen?.autosave.draft(),
    /** @returns what its author is told, and of what draft; `undefined` where nothing was to be pressed. */
    async press() {
      if (!seen || isUnderWay(seen.button.progress.get())) return undefined;
      const { button, pictures, isOpen, autosave } = seen;
      let draft = autosave.draft();
      let told: { told: FormProgress<Failure>; isHeard: boolean } | undefined;
      const stop = button.progress.subscribe(() => {
        told = { told: button.progress.get(), isHeard: isOpen() };
        // Pictures may have come into it until now; from now on nothing is typed.
        if (told.told === 'sending') draft = autosave.draft();
      });
      await button.press(pictures.fields);
      stop();
      return told && { ...told, draft };
    },
  };
}
