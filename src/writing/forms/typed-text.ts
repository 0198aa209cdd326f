import { v7 as uuid } from 'uuid';
import { isSameText, type NewPost } from '../../contract/posts.ts';
import { createObservable } from '../../device/observable.ts';
import { isQuotaExceeded } from '../../device/storage/quota.ts';
import { isMemoryOnly } from '../../device/storage/record-database.ts';
import type { FormDraft } from '../record/form-drafts.ts';
import { liveDraftOf, newestSubmittedText, type PostRecord } from '../record/post-record.ts';
import type { Typed } from '../record/record-events.ts';
import type { BackupLocation } from '../record/tab-backup.ts';
import { saver } from './save-typed.ts';

/** Whether the text on screen is stored on the device now. `taken over`: another form has taken over its record. */
export type SaveStatus = 'nothing to keep' | 'saving' | 'saved' | 'no room' | 'impossible' | 'taken over';

/** Returns whether the device has failed to save the text. */
export const isUnsaved = (status: SaveStatus): boolean => status === 'no room' || status === 'impossible';

/** Returns whether the device has all of the text. */
export const isOnDevice = (status: SaveStatus): boolean => !isUnsaved(status) && status !== 'saving';

/** The text on screen, and whether it is stored. `backup`: where else the text is, after a save has failed. */
export interface ShownText {
  post: NewPost;
  status: SaveStatus;
  backup?: BackupLocation;
}

/**
 * Returns a record's text in a form, with functions that show, save and submit the text.
 *
 * @param isStored whether the device has all of `opened`.
 */
export function typedText(opened: PostRecord, author: string | null, isStored: boolean) {
  const { id } = opened;
  /** Identifies this form, even among forms of the same record. */
  const key = uuid();
  const first = textInForm(opened);
  const draft = liveDraftOf(opened);
  /** Whether the form saves its text under a new `rev` at once: the database lacks it, or is only in page memory. */
  const isSavedFirst = !isStored || (isMemoryOnly.get() && draft !== undefined);
  const rev = isSavedFirst ? opened.rev + 1 : opened.rev;
  /** A new draft starts from the text that the form opens with; an existing draft keeps its `from`. */
  let typed: Typed = { text: first, from: draft ? draft.from : first, rev, form: key, userId: author };
  const status = isSavedFirst ? 'saving' : draft ? 'saved' : 'nothing to keep';
  const shown = createObservable<ShownText>({ post: first, status });
  const isTakenOver = () => shown.get().status === 'taken over';

  const own = (): FormDraft => ({ start: opened, typed });
  const saving = saver(own, isTakenOver, opened.rev, (failure) => {
    if (isTakenOver()) return;
    if (failure !== undefined || isMemoryOnly.get()) show(isQuotaExceeded(failure) ? 'no room' : 'impossible');
    else show(typed.from && isSameText(typed.text, typed.from) ? 'nothing to keep' : 'saved');
  });

  /** Shows the text, and backs it up if the device does not have it. */
  const show = (now: SaveStatus) =>
    shown.set({ post: typed.text, status: now, ...(!isOnDevice(now) && { backup: saving.backUp() }) });

  /** Shows typed text at once, and saves it soon. */
  const type = (next: Partial<Typed>) => {
    if (isTakenOver()) return;
    typed = { ...typed, ...next, rev: typed.rev + 1 };
    shown.set({ post: typed.text, status: 'saving' });
    saving.saveSoon();
  };

  /** Updates the form after an event has changed its record. */
  const goOn = (next: Partial<Typed>, now: 'saved' | 'nothing to keep') => {
    typed = { ...typed, ...next };
    show(now === 'saved' && isMemoryOnly.get() ? 'impossible' : now);
  };

  /** Returns the text to submit, under a new `rev`, because the submission also saves the text. */
  const submitting = (): Typed => {
    typed = { ...typed, rev: typed.rev + 1 };
    return typed;
  };

  /** Saves the text and stops this form, because another form writes the record from now on. */
  const stopWriting = async () => {
    if (isTakenOver()) return;
    show('taken over');
    await saving.saveUntilStored();
  };

  if (isSavedFirst) void saving.flush();
  return { ...saving, key, id, author, opened, shown, draft: own, isTakenOver, type, goOn, submitting, stopWriting };
}

export type TypedText = ReturnType<typeof typedText>;

/** Returns the text that a form of the record begins with. */
export const textInForm = (record: PostRecord): NewPost => liveDraftOf(record)?.text ?? newestSubmittedText(record);
