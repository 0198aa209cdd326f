import type { DraftAutosave } from '../drafts/draft-autosave.ts';
import type { DraftInForm } from '../drafts/draft-form.ts';
import type { Draft } from '../drafts/drafts.ts';
import type { ShownForm } from '../drafts/shown-form.ts';
import { createObservable, type Observable } from '../observable.ts';
import { isLoginStored } from '../session/accept-login.ts';
import { authorOf, session } from '../session/session.ts';
import { timeouts } from '../timeouts.ts';
import { withTimeout } from '../with-timeout.ts';
import { submitPost } from './submit.ts';
import { submitEdit } from './submit-edit.ts';
import { waitsInMemory } from './waits-in-memory.ts';

/** What takes a text out of its form for good. */
const ends = ['taken', 'waiting', 'conflict', 'gone'] as const;

export type FormEnd = (typeof ends)[number];

/**
 * How far the text of a form is. `preparing`: submitting goes on as soon as the pictures are ready. `hanging`: the device
 * has not answered in time; submitting goes on as soon as it does. `not kept`: the device could not store the text.
 */
export type FormProgress<Failure extends string> =
  | 'writing'
  | 'preparing'
  | 'sending'
  | 'hanging'
  | 'not kept'
  | 'login expired'
  | Failure
  | FormEnd;

/** Fields that pictures are put into. */
export interface PictureField {
  isPreparing(): boolean;
  /** Resolves when what is being prepared now is ready, to whether everything was added. */
  settled(): Promise<boolean>;
}

/** The button of a form, as long as one draft is in it. */
export interface FormButton<Failure extends string> {
  progress: Observable<FormProgress<Failure>>;
  /** Resolves once the author is told what became of it. Never rejects. */
  press(pictures: PictureField[]): Promise<void>;
  /** The author does not log in again now. */
  putOffLogin(): void;
}

/** What a submit is told of the form. */
interface SubmitContext<Failure extends string> {
  /** Whether the draft is still in its form, which may have been left, with another text begun in it. */
  isOpen: () => boolean;
  /** Called when the device does not answer in time. */
  onHang: () => void;
  /** Called once the outbox has the text, or will not have it. */
  onStored: () => void;
  /** What the author has just been told. */
  told: FormProgress<Failure>;
}

interface FormWork<Failure extends string> {
  /**
   * Otherwise the text stays in the form: `refused` without a message.
   *
   * @throws when the device could not store the text, which stays in the form.
   */
  submit(draft: Draft, context: SubmitContext<Failure>): Promise<FormEnd | Failure | 'refused' | 'login expired'>;
  /** What comes next in the form, if it is open. */
  end(end: FormEnd): unknown;
}

/** Whether nothing can be typed, as the text is on its way, or is away. */
export const isUnderWay = (progress: string): boolean =>
  progress === 'sending' || progress === 'hanging' || isEnd(progress);

/** "Create Blog". @param reload loads the page anew. */
export function createBlogButton(form: ShownForm, held: DraftInForm, reload: () => void) {
  const { noteSent: onSent, noteAttempt: onAttempt } = held.autosave;
  return formButton<'unanswered' | 'picture refused' | 'in doubt'>(form, held, {
    submit: (draft, { told, ...context }) =>
      submitPost(draft, { ...context, onSent, onAttempt, isDoubtKnown: told === 'in doubt' }),
    async end(end) {
      if (end !== 'taken' || !isLoginStored() || (await waitsInMemory())) return form.startAfresh();
      form.leave();
      reload();
    },
  });
}

/** "Save changes". @param onAway called when the text has left the form. */
export function saveChangesButton(form: ShownForm, held: DraftInForm, onAway: (end: FormEnd) => unknown) {
  return formButton<'not accepted' | 'picture refused'>(form, held, {
    async submit(draft, context) {
      const submitted = await submitEdit(draft, { ...context, onSent: held.autosave.noteSent });
      return submitted === 'refused' ? 'not accepted' : submitted;
    },
    end(end) {
      form.leave();
      return onAway(end);
    },
  });
}

function formButton<Failure extends string>(
  { held: shown }: ShownForm,
  held: DraftInForm,
  { submit, end }: FormWork<Failure>,
): FormButton<Failure> {
  const { autosave } = held;
  const progress = createObservable<FormProgress<Failure>>('writing');
  const isOpen = () => shown.get() === held;

  const trySubmit = async (told: FormProgress<Failure>) => {
    const onStored = autosave.beginSubmit();
    try {
      return await submit(autosave.draft(), { isOpen, onHang: () => progress.set('hanging'), onStored, told });
    } catch (error) {
      console.error('Could not store the text; it stays in its form.', error);
      return 'not kept';
    } finally {
      onStored();
    }
  };

  return {
    progress,
    async press(pictures) {
      const told = progress.get();
      if (told === 'preparing' || isUnderWay(told)) return;
      if (pictures.some(({ isPreparing }) => isPreparing())) {
        progress.set('preparing');
        if (!(await areSettled(pictures)) || !isOpen()) return progress.set('writing');
      }
      progress.set('sending');
      // A save that is still under way would store the draft again beside the submitted post.
      if (!(await isFlushed(autosave))) return progress.set('not kept');
      // If another user has logged in meanwhile, the post is not theirs to submit; it stays among its author's drafts.
      if (autosave.draft().userId !== authorOf(session.get())) return;
      const submitted = await trySubmit(told);
      if (isEnd(submitted)) {
        autosave.letGo();
        progress.set(submitted);
        // Where the author has left the form, the page is not reloaded, and no new draft begins.
        if (isOpen()) await end(submitted);
      } else if (isOpen()) {
        autosave.isSubmitted = false;
        progress.set(submitted === 'refused' ? 'writing' : submitted);
        await autosave.flush();
      }
    },
    putOffLogin() {
      if (progress.get() === 'login expired') progress.set('writing');
    },
  };
}

const isEnd = (result: string): result is FormEnd => ends.some((end) => end === result);

/** @returns whether the pending autosave has ended in time, successfully or not. */
async function isFlushed({ flush }: DraftAutosave): Promise<boolean> {
  try {
    await withTimeout(timeouts.deviceTimeoutMs, flush());
    return true;
  } catch (error) {
    console.error('The draft was not saved in time; the post has not been sent.', error);
    return false;
  }
}

/** Waits for the pictures that are being prepared, and for those that are added meanwhile. @returns whether all came. */
async function areSettled(fields: PictureField[]): Promise<boolean> {
  for (;;) {
    const running = fields.map(({ settled }) => settled());
    const isWhole = (await Promise.all(running)).every(Boolean);
    if (fields.every(({ settled }, index) => settled() === running[index])) return isWhole;
  }
}
