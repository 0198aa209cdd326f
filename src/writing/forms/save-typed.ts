import { isMemoryOnly } from '../../device/storage/record-database.ts';
import { timeouts } from '../../device/timeouts.ts';
import { withTimeout } from '../../device/with-timeout.ts';
import { isOfDeletedAccount } from '../record/deleted-accounts.ts';
import { copyOf, type FormDraft } from '../record/form-drafts.ts';
import { putFormDraft } from '../record/record-store.ts';
import { type BackupLocation, backUpInTab, dropTabBackup } from '../record/tab-backup.ts';

type Tell = (failure?: unknown) => void;

/**
 * Returns functions that save a form's text in the database, and back it up in session storage until it is saved.
 *
 * @param typed returns the text in the form, with its record.
 * @param isTakenOver returns whether another form has taken over the record. If so, the text is saved in a new record.
 * @param storedRev the `rev` that the database has.
 * @param tell called once all of the text is saved, or with the error if the last save failed.
 */
export function saver(typed: () => FormDraft, isTakenOver: () => boolean, storedRev: number, tell: Tell) {
  const { id } = typed().start;
  const { form, userId = null } = typed().typed;
  const rev = () => typed().typed.rev;
  const draft = () => (isTakenOver() ? copyOf(typed()) : typed());
  const backUp = backUpOnce(rev, draft);
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Settles with the writes that are under way. */
  let writing: Promise<unknown> = Promise.resolve();

  const isStored = () => storedRev >= rev();

  /** Notes that the database has the text of this `rev`. */
  const stored = (savedRev: number) => {
    storedRev = Math.max(storedRev, savedRev);
    // If the database is only in page memory, the text stays in session storage until the form has ended.
    if (isMemoryOnly.get()) return void backUp();
    dropTabBackup(id, savedRev);
    if (isStored()) dropTabBackup(form);
  };

  /** Saves the text. If it succeeds after the timeout in `flush`, still reports the text as saved. */
  const save = async () => {
    let saved = rev();
    const latest = () => {
      saved = rev();
      return draft();
    };
    if (!isOfDeletedAccount(userId)) await putFormDraft(latest);
    stored(saved);
    if (isStored()) tell();
  };

  /** Saves now. Never rejects. */
  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    if (isStored()) return;
    const begun = rev();
    const slow = setTimeout(backUp, timeouts.draftLockTimeoutMs);
    const saving = save();
    writing = Promise.allSettled([writing, saving]);
    try {
      await withTimeout(timeouts.databaseTimeoutMs, saving);
    } catch (error) {
      console.error('Could not save the text on the device; trying again.', error);
      // If the author has typed on, the next save reports the status of the text that is shown now.
      if (begun === rev() && !isStored()) tell(error);
    }
    clearTimeout(slow);
  };

  const saveUntilStored = async () => {
    if (!isStored() && !isOfDeletedAccount(userId)) backUpInTab(draft());
    // A save that is under way may still succeed.
    await writing;
    await flush();
    if (!isStored()) setTimeout(() => void saveUntilStored(), timeouts.unsavedRetryMs);
  };

  const saveSoon = () => {
    timer ??= setTimeout(() => void flush(), timeouts.autosaveDelayMs);
  };

  return { isStored, stored, backUp, saveSoon, flush, saveUntilStored };
}

/** Returns a function that backs up each `rev` once, as a text may be large, but retries if the tab had no room. */
function backUpOnce(rev: () => number, draft: () => FormDraft): () => BackupLocation {
  let backedUp: { rev: number; location: BackupLocation } | undefined;
  return () => {
    if (backedUp?.rev !== rev() || backedUp.location === 'page')
      backedUp = { rev: rev(), location: backUpInTab(draft()) };
    return backedUp.location;
  };
}
