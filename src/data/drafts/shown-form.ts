import { createObservable, type Observable } from '../observable.ts';
import { authorOf, session } from '../session/session.ts';
import { clearSharedFromAddress } from '../share-target.ts';
import { type DraftForm, type DraftInForm, openDraftForm } from './draft-form.ts';
import { keepWhileShown } from './keep-while-shown.ts';
import { type EditForm, forgetTabDraft } from './tab-draft.ts';

/** A form on screen, whose draft is kept safe as long as it is shown. */
export interface ShownForm extends Pick<DraftForm, 'open' | 'startAfresh'> {
  /** The draft in it; `undefined` until it has been found, and while the form is closed. */
  held: Observable<DraftInForm | undefined>;
  /** Releases the draft, so that the next form in this tab starts empty. */
  leave(): void;
  /** Opens it, if it is not open for this author already. */
  showFor(author: string | null): void;
  close(): void;
}

/** @param edit the post that the form edits; without it, the form is Create's. */
export function shownForm(edit?: EditForm): ShownForm {
  const held = createObservable<DraftInForm | undefined>(undefined);
  let open: { author: string | null; form: DraftForm } | undefined;
  let stopKeeping: (() => void) | undefined;
  const show = (next: DraftInForm | undefined) => {
    stopKeeping?.();
    stopKeeping = next && keepWhileShown(next.autosave);
    held.set(next);
  };
  return {
    held,
    async startAfresh() {
      clearSharedFromAddress();
      await open?.form.startAfresh();
    },
    open: async (id) => open?.form.open(id) ?? 'held elsewhere',
    leave() {
      if (open) forgetTabDraft(open.author, edit);
      clearSharedFromAddress();
      held.get()?.release();
    },
    showFor(author) {
      if (open && author === open.author) return;
      open?.form.close();
      open = { author, form: openDraftForm(author, show, edit) };
    },
    close() {
      open?.form.close();
      open = undefined;
    },
  };
}

/** Create's form, of whoever is logged in. */
export interface CreateForm extends ShownForm {
  /** @returns a function to be called when the screen is left. */
  start(): () => void;
}

export function createForm(): CreateForm {
  const form = shownForm();
  const follow = () => form.showFor(authorOf(session.get()));
  return {
    ...form,
    start() {
      const stopFollowing = session.subscribe(follow);
      follow();
      return () => {
        stopFollowing();
        form.close();
      };
    },
  };
}
