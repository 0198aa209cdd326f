import { keepsNothing } from '../../device/storage/record-database.ts';
import { timeouts } from '../../device/timeouts.ts';
import { withTimeout } from '../../device/with-timeout.ts';
import { isOfDeletedAccount } from '../record/deleted-accounts.ts';
import { copyOf, type FormDraft } from '../record/form-drafts.ts';
import { putFormDraft } from '../record/record-store.ts';
import { type BackupLocation, backUpInTab, dropTabBackup } from '../record/tab-backup.ts';

type Tell = (failure?: unknown) => void;

/**
 * Keeps a form's words on the device, and in the tab as long as the device does not have them.
 *
 * @param typed returns the text in the form, with its record.
 * @param isTakenOver whether another form goes on with the record: these words go into a record of their own then.
 * @param storedRev the `rev` that the device has.
 * @param tell called once the device has all of the words, or with the reason why it could not save the last of them.
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

  /** Notes that the device has the words of this `rev`. */
  const stored = (savedRev: number) => {
    storedRev = Math.max(storedRev, savedRev);
    // Page memory is lost with the page, so the tab keeps its copy until the form has ended.
    if (keepsNothing.get()) return void backUp();
    dropTabBackup(id, savedRev);
    if (isStored()) dropTabBackup(form);
  };

  /** A save that succeeds after its timeout counts, too. */
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
      await withTimeout(timeouts.deviceTimeoutMs, saving);
    } catch (error) {
      console.error('Could not save the text on the device; it is tried again.', error);
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

/** Backs up each text once: a large one is not written again on every call, unless the tab had no room for it. */
function backUpOnce(rev: () => number, draft: () => FormDraft): () => BackupLocation {
  let backedUp: { rev: number; location: BackupLocation } | undefined;
  return () => {
    if (backedUp?.rev !== rev() || backedUp.location === 'page')
      backedUp = { rev: rev(), location: backUpInTab(draft()) };
    return backedUp.location;
  };
}
