import type { NewPost } from '../../contract/posts.ts';
import { isOwnBackend } from '../../device/calls/host.ts';
import { createObservable, type Observable } from '../../device/observable.ts';
import { timeouts } from '../../device/timeouts.ts';
import { resultWithin, withTimeout } from '../../device/with-timeout.ts';
import { authorOf, session } from '../../session/session.ts';
import { isLoginStored } from '../../session/start-session.ts';
import { newestSubmittedText } from '../record/post-record.ts';
import { waitsInMemory } from '../record/read-writing.ts';
import { readPostRecord } from '../record/record-store.ts';
import { pageSender, sendOnce } from '../sender/page-sender.ts';
import type { CreateForm } from './create-form.ts';
import {
  type Decision,
  type FormEnd,
  type FormProgress,
  isBackInForm,
  isEnd,
  isUnderWay,
  progressOf,
} from './form-progress.ts';
import type { FormText } from './form-text.ts';
import { areSettled, type PictureField } from './picture-fields.ts';

/** The submit button of a form, for the text that the form has now. */
export interface FormButton {
  progress: Observable<FormProgress>;
  /** Submits the text once its pictures are ready. Resolves once the outcome is shown. Never rejects. */
  press(pictures: PictureField[]): Promise<void>;
  /** Takes the text with which the author settles a conflict: submits it, or puts it into the form. */
  decide(decision: Decision, text: NewPost, next: 'save' | 'edit'): Promise<void>;
  /** Goes back to the form, because the author wants to log in, or settle the conflict, later. */
  putOff(): void;
}

/**
 * Returns the button "Create Blog".
 *
 * @param end called when the form has ended. Must reload the page if `isReloading`; otherwise, the form has already
 *   begun an empty text.
 */
export const createBlogButton = (
  form: CreateForm,
  text: FormText,
  end: (end: FormEnd, isReloading: boolean) => void,
): FormButton =>
  formButton(form.held, text, async ({ kind }) => {
    const isReloading = kind === 'taken' && isLoginStored() && !(await waitsInMemory());
    if (isReloading) form.leave();
    else await form.startAfresh();
    end({ kind }, isReloading);
  });

/** Returns a form's submit button. @param end called when the form has ended, unless its author has left it. */
export function formButton(
  held: Observable<FormText | undefined>,
  text: FormText,
  end: (end: FormEnd) => unknown,
): FormButton {
  const { author } = text;
  const progress = createObservable<FormProgress>({ kind: 'writing' });
  const isOpen = () => held.get() === text;

  const submit = async () => {
    const before = progress.get().kind;
    if (text.isTakenOver()) return progress.set({ kind: 'writing' });
    progress.set({ kind: 'sending' });
    // If another user has logged in meanwhile, the text is not theirs to submit; it stays among its author's drafts.
    if (author !== authorOf(session.get())) return;
    const result = await submitText(text, before === 'in doubt');
    if (result.kind === 'taken' || result.kind === 'waiting') text.end();
    if (!isOpen() && !isEnd(result.kind)) return;
    progress.set(result);
    // If the author has left the form, does not reload the page and begins no new text.
    if (isEnd(result.kind) && isOpen()) await end({ kind: result.kind });
  };

  return {
    progress,
    async press(pictures) {
      const now = progress.get();
      if (now.kind === 'preparing' || isUnderWay(now)) return;
      if (pictures.some(({ isPreparing }) => isPreparing())) {
        progress.set({ kind: 'preparing' });
        if (!(await areSettled(pictures)) || !isOpen()) return progress.set({ kind: 'writing' });
      }
      await submit();
    },
    async decide({ of, theirs, on }, decided, next) {
      if (!text.isTakenOver()) {
        if (of === 'pending') await text.play({ kind: 'decided', text: decided, on, next });
        else text.decide(decided, theirs);
      }
      progress.set({ kind: 'writing' });
      if (next === 'save') await submit();
    },
    putOff() {
      const { kind } = progress.get();
      if (kind === 'login expired' || kind === 'decide') progress.set({ kind: 'writing' });
    },
  };
}

/**
 * Submits the form's text, and returns the progress to show.
 *
 * @param isDoubtKnown whether the author has been told that an earlier version may be published, and wants to publish
 *   this version, too.
 */
async function submitText(text: FormText, isDoubtKnown: boolean): Promise<FormProgress> {
  const { author } = text;
  try {
    if (author === null) return await tryOnce(text, isDoubtKnown);
    const { pending, unanswered } = text.opened;
    if (text.isUntouched() && !pending && unanswered.length === 0) return { kind: 'taken' };
    const { told } = await text.submit(author);
    if (told?.kind === 'decide') return { kind: 'decide', decision: told };
    if (told?.kind === 'gone') return { kind: 'gone' };
  } catch (error) {
    if (text.isTakenOver()) return { kind: 'writing' };
    console.error('Could not store the text; it stays in its form.', error);
    return { kind: 'not kept' };
  }
  try {
    await resultWithin(timeouts.submitTimeoutMs, pageSender().sendNow());
    const record = await withTimeout(timeouts.databaseTimeoutMs, readPostRecord(text.id));
    if (!record) {
      console.error('The stored record was deleted during its submission; keeping its text as a draft.');
      text.decide(text.shown.get().post, newestSubmittedText(text.opened));
      return { kind: 'not kept' };
    }
    const progress = progressOf(record);
    if (isBackInForm(progress, record, text)) await text.play({ kind: 'cancelled' });
    return progress;
  } catch (error) {
    // The text is stored and will be sent later. If the form showed a failure, the author would submit the text again.
    console.error('Could not send a text; retrying later.', error);
    return { kind: 'waiting' };
  }
}

/** Sends a text once, without a login. A text that is not accepted stays in its form, as it cannot be sent later. */
async function tryOnce(text: FormText, isDoubtKnown: boolean): Promise<FormProgress> {
  const { id, opened, shown } = text;
  const doubt = { kind: isOwnBackend ? 'unanswered' : 'in doubt' } as const;
  await text.flush();
  const known = await withTimeout(timeouts.databaseTimeoutMs, readPostRecord(id));
  if (!isOwnBackend && !isDoubtKnown && known && known.unanswered.length > 0) return doubt;
  switch (await sendOnce(id, shown.get().post, opened)) {
    case 'done':
      return { kind: 'taken' };
    case 'earlier done':
      return { kind: 'in doubt' };
    case 'refused':
      return { kind: 'refused' };
    case 'no answer':
      return doubt;
  }
}
