import { keepsNothing } from '../../device/storage/record-database.ts';
import { timeouts } from '../../device/timeouts.ts';
import { withTimeout } from '../../device/with-timeout.ts';
import { isOfDeletedAccount } from '../record/deleted-accounts.ts';
import { authorOfFormDraft, type FormDraft } from '../record/form-drafts.ts';
import { putFormDraft } from '../record/record-store.ts';
import { backUpInTab, dropTabBackup, readTabBackup } from '../record/tab-backup.ts';
import { lockForm } from './form-lock.ts';
import type { FormText } from './form-text.ts';

/**
 * Saves the tab's backup of a form that was left, as soon as the device takes it and no other form has the record.
 * Nothing else saves these words until a form opens the text again.
 */
export function saveLeft({ id, key }: Pick<FormText, 'id' | 'key'>): void {
  const left = (): FormDraft | undefined => {
    const backup = readTabBackup(id);
    const isLeft = backup?.typed.form === key && !keepsNothing.get();
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
      // Waits while another tab's form has the record: saved now, these words would count as a takeover of that form.
      const lock = await lockForm(id);
      lock?.release();
      if (!lock) return saveSoon();
      await withTimeout(
        timeouts.deviceTimeoutMs,
        // Evicts nothing, because the form has tried that. Evicting again and again would leave nothing to read.
        putFormDraft(() => backup, []),
      );
      if (left()) dropTabBackup(id);
    } catch (error) {
      console.error('Could not save a text that was left; it is tried again.', error);
    }
    saveSoon();
  };
  const saveSoon = () => void setTimeout(() => void save(), timeouts.unsavedRetryMs);
  if (!left()) return;
  addEventListener('pagehide', backUp);
  saveSoon();
}
