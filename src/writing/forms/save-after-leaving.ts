import { isMemoryOnly } from '../../device/storage/record-database.ts';
import { timeouts } from '../../device/timeouts.ts';
import { withTimeout } from '../../device/with-timeout.ts';
import { isOfDeletedAccount } from '../record/deleted-accounts.ts';
import { authorOfFormDraft, type FormDraft } from '../record/form-drafts.ts';
import { putFormDraft } from '../record/record-store.ts';
import { backUpInTab, dropTabBackup, readTabBackup } from '../record/tab-backup.ts';
import { lockForm } from './form-lock.ts';
import type { FormText } from './form-text.ts';

/**
 * After a form was left, stores its text in the database, from the tab's backup. Retries until that succeeds, and while
 * another form holds the record's lock. Nothing else saves this text until a form opens it again.
 */
export function saveAfterLeaving({ id, key }: Pick<FormText, 'id' | 'key'>): void {
  const left = (): FormDraft | undefined => {
    const backup = readTabBackup(id);
    const isLeft = backup?.typed.form === key && !isMemoryOnly.get();
    return isLeft && !isOfDeletedAccount(authorOfFormDraft(backup)) ? backup : undefined;
  };
  /** Backs the text up again, because session storage may have room by now. */
  const backUp = () => {
    const backup = left();
    if (backup) backUpInTab(backup);
  };
  const save = async () => {
    const backup = left();
    if (!backup) return removeEventListener('pagehide', backUp);
    try {
      // Waits while another tab's form holds the lock: a save would take the record over from that form.
      const lock = await lockForm(id);
      lock?.release();
      if (!lock) return saveSoon();
      await withTimeout(
        timeouts.databaseTimeoutMs,
        // Evicts nothing, because the form has tried that. Each retry would evict posts that were cached since.
        putFormDraft(() => backup, []),
      );
      if (left()) dropTabBackup(id);
    } catch (error) {
      console.error('Could not save the text of a form that was left; trying again.', error);
    }
    saveSoon();
  };
  const saveSoon = () => void setTimeout(() => void save(), timeouts.unsavedRetryMs);
  if (!left()) return;
  addEventListener('pagehide', backUp);
  saveSoon();
}
