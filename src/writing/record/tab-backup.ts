import { readTabItem, removeTabItem, tabKeysWith, writeTabItem } from '../../device/storage/tab-storage.ts';
import { timeouts } from '../../device/timeouts.ts';
import { withTimeout } from '../../device/with-timeout.ts';
import { type FormDraft, putFormDraft } from './record-store.ts';

/** The place of a text that is not on the device: session storage (`tab`), or page memory if that fails (`page`). */
export type BackupLocation = 'tab' | 'page';

const prefix = 'post-backup/';

/** Ids of records with words that exist in this page's memory and nowhere else. */
const onlyInPage = new Set<string>();

/**
 * Stores in the tab, synchronously, what the device does not have yet: the page may be closed, and WebKit drops whatever a
 * page writes to IndexedDB while it is being unloaded.
 */
export function backUpInTab(backup: FormDraft): BackupLocation {
  const { id } = backup.start;
  if (writeTabItem(prefix + id, JSON.stringify(backup))) {
    forgetPageOnly(id);
    return 'tab';
  }
  onlyInPage.add(id);
  addEventListener('beforeunload', askBeforeUnload);
  return 'page';
}

export const readTabBackup = (id: string): FormDraft | undefined => parse(prefix + id);

/** Returns all backups in this tab, of any user. */
export const readTabBackups = (): FormDraft[] => tabKeysWith(prefix).flatMap((key) => parse(key) ?? []);

/** @param upTo the `rev` that the device has by now; a newer backup stays. */
export function dropTabBackup(id: string, upTo = Number.POSITIVE_INFINITY): void {
  if ((readTabBackup(id)?.typed.rev ?? 0) > upTo) return;
  removeTabItem(prefix + id);
  forgetPageOnly(id);
}

/** Puts words into a record of their own. The tab has them at once, and until the device does. */
export async function saveCopy(copy: FormDraft): Promise<void> {
  backUpInTab(copy);
  await withTimeout(
    timeouts.deviceTimeoutMs,
    putFormDraft(() => copy),
  );
  dropTabBackup(copy.start.id);
}

function forgetPageOnly(id: string): void {
  onlyInPage.delete(id);
  // Some browsers exclude a page with a `beforeunload` listener from the back/forward cache.
  if (onlyInPage.size === 0) removeEventListener('beforeunload', askBeforeUnload);
}

/** Has the browser ask, in its own words, before the page is closed and a text that is stored nowhere else is lost. */
const askBeforeUnload = (event: Event): void => event.preventDefault();

function parse(key: string): FormDraft | undefined {
  const item = readTabItem(key);
  try {
    return item === null ? undefined : JSON.parse(item);
  } catch (error) {
    console.error('Could not read a backup in this tab; ignoring it.', error);
    return undefined;
  }
}
