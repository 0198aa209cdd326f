import { readTabItem, removeTabItem, tabKeysWith, writeTabItem } from '../../device/storage/tab-storage.ts';
import { timeouts } from '../../device/timeouts.ts';
import { withTimeout } from '../../device/with-timeout.ts';
import { askBeforeUnload } from './ask-before-unload.ts';
import type { FormDraft } from './form-drafts.ts';
import { putFormDraft } from './record-store.ts';

/** The location of a text that is not in the database: session storage (`tab`), or only page memory (`page`). */
export type BackupLocation = 'tab' | 'page';

/** The prefix of backups in session storage. Form drafts in IndexedDB have the same prefix (record-store.ts). */
const prefix = 'post-backup/';

/**
 * Stores unsaved text in session storage, synchronously: WebKit drops all writes to IndexedDB that a page makes while
 * it is being unloaded. Returns where the text is now.
 */
export function backUpInTab(backup: FormDraft): BackupLocation {
  const { id } = backup.start;
  const isInTab = writeTabItem(prefix + id, JSON.stringify(backup));
  askBeforeUnload(prefix + id, !isInTab);
  return isInTab ? 'tab' : 'page';
}

export const readTabBackup = (id: string): FormDraft | undefined => parse(prefix + id);

/** Returns all backups in this tab, of any user. */
export const readTabBackups = (): FormDraft[] => tabKeysWith(prefix).flatMap((key) => parse(key) ?? []);

/** Removes a record's backup. @param upTo the `rev` that the database has by now; a newer backup stays. */
export function dropTabBackup(id: string, upTo = Number.POSITIVE_INFINITY): void {
  if ((readTabBackup(id)?.typed.rev ?? 0) > upTo) return;
  removeTabItem(prefix + id);
  askBeforeUnload(prefix + id, false);
}

/** Stores the form draft of a new record in the database. Session storage keeps a backup until it is stored. */
export async function saveCopy(copy: FormDraft): Promise<void> {
  backUpInTab(copy);
  const storing = putFormDraft(() => copy);
  await withTimeout(timeouts.databaseTimeoutMs, storing);
  dropTabBackup(copy.start.id);
}

function parse(key: string): FormDraft | undefined {
  const item = readTabItem(key);
  try {
    return item === null ? undefined : JSON.parse(item);
  } catch (error) {
    console.error('Could not read a backup in this tab; ignoring it.', error);
    return undefined;
  }
}
