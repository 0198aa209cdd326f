import { createObservable, type Observable } from '../../device/observable.ts';
import type { PostRecord } from '../record/post-record.ts';
import { hearTakeOver } from './form-lock.ts';
import { type FormText, formText } from './form-text.ts';
import type { HeldRecord } from './hold-record.ts';
import { keepWhileShown } from './keep-while-shown.ts';
import { saveAfterLeaving } from './save-after-leaving.ts';

/** A form on screen. It has one text at a time, and holds the lock of that text's record. */
export interface ShownForm {
  held: Observable<FormText | undefined>;
  /** Puts a record into the form. Saves and releases the text that was in the form before. */
  put(held: HeldRecord, author: string | null): FormText;
  /** Restarts the form with the current state of its record. */
  reopen(record: PostRecord, author: string | null): void;
  /** Takes the text out of the form. Backs up unsaved text at once, as another user may use the form next. */
  close(): void;
}

export function shownForm(): ShownForm {
  const held = createObservable<FormText | undefined>(undefined);
  let open: { held: HeldRecord; stop: () => void; text: FormText } | undefined;
  const show = (next: HeldRecord, author: string | null) => {
    const text = formText(next.record, author, next.isStored);
    open = { held: next, text, stop: keepOpen(text, next) };
    held.set(text);
    return text;
  };
  const leave = () => {
    if (!open) return;
    const { text, stop, held } = open;
    open = undefined;
    stop();
    text.leave();
    saveAfterLeaving(text);
    void text.settled().finally(held.lock.release);
  };
  return {
    held,
    put(next, author) {
      leave();
      return show(next, author);
    },
    reopen(record, author) {
      if (!open) return;
      open.stop();
      show({ ...open.held, record, isStored: true }, author);
    },
    close() {
      leave();
      held.set(undefined);
    },
  };
}

/** Saves the text while it is shown, and releases its record to a tab that takes it over. Returns a stop function. */
function keepOpen(text: FormText, { record, lock }: HeldRecord): () => void {
  const stopKeeping = keepWhileShown(text);
  const giveUp = () => text.giveUp().finally(lock.release);
  const stopHearing = hearTakeOver(record.id, () => void giveUp());
  void lock.stolen.then(giveUp);
  return () => {
    stopKeeping();
    stopHearing();
  };
}
