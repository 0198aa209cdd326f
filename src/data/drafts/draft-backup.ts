import { newIdempotencyKey } from '../api/idempotency-key.ts';
import { keepsNothing } from '../storage/records.ts';
import { tabKeys } from '../storage/storage-names.ts';
import { readTabItem, removeTabItem, tabKeysWith, writeTabItem } from '../storage/tab-storage.ts';
import { compareTexts } from './draft-line.ts';
import type { Draft, StoredState } from './drafts.ts';

/** Where a text that is not on the device is held: session storage (`tab`), or page memory if that fails (`page`). */
export type BackupLocation = 'tab' | 'page';

/** Ids of drafts that exist in this page's memory and nowhere else. */
const onlyInPage = new Set<string>();

/**
 * Stores in the tab, synchronously, what the device does not have yet: the screen may be left, the form given to
 * another user, or the page closed, and WebKit drops whatever a page writes to IndexedDB while it is being unloaded.
 */
export function backUpDraft(draft: Draft): BackupLocation {
  if (writeTabItem(tabKeys.backup(draft.id), JSON.stringify(draft))) {
    forgetPageOnly(draft.id);
    return 'tab';
  }
  onlyInPage.add(draft.id);
  addEventListener('beforeunload', askBeforeUnload);
  return 'page';
}

/**
 * The backup, if it is newer than what the device has; an older one is deleted. One from which another tab's text has
 * diverged becomes the backup of a draft of its own. A discard in another tab concerns the stored text alone: whoever
 * discarded it never saw this tab's newer words.
 *
 * @param stored what the device has of the draft; what lies in the page's memory does not outlive it as a backup does.
 */
export function readBackup(id: string, stored: StoredState = {}): Draft | undefined {
  const draft = parseBackup(id);
  if (!draft) return undefined;
  const onDevice = stored.draft && keepsNothing.get() ? undefined : (stored.draft ?? stored.ended);
  const stands = onDevice ? compareTexts(draft, onDevice) : 'newer';
  if (stands === 'newer') return draft;
  dropBackup(id);
  if (stands === 'diverged') backUpDraft({ ...draft, id: newIdempotencyKey() });
  return undefined;
}

export const hasBackup = (id: string): boolean => parseBackup(id) !== undefined;

/** Whether the tab's backup is this text, and not that of a form which has gone on with it. */
export const isBackedUp = ({ id, savedAt }: Draft): boolean => parseBackup(id)?.savedAt === savedAt;

/** All backups in this tab, of any user, newest first. */
export const readBackups = (): Draft[] =>
  tabKeysWith(tabKeys.backup(''))
    .flatMap((key) => parseBackup(key.slice(tabKeys.backup('').length)) ?? [])
    .sort((a, b) => b.savedAt - a.savedAt);

/** @param upTo the `savedAt` of the text that is stored elsewhere now; a newer backup stays. */
export function dropBackup(id: string, upTo = Number.POSITIVE_INFINITY): void {
  if ((parseBackup(id)?.savedAt ?? 0) > upTo) return;
  removeTabItem(tabKeys.backup(id));
  forgetPageOnly(id);
}

function forgetPageOnly(id: string): void {
  onlyInPage.delete(id);
  // Some browsers exclude a page with a `beforeunload` listener from the back/forward cache.
  if (onlyInPage.size === 0) removeEventListener('beforeunload', askBeforeUnload);
}

/** Has the browser ask, in its own words, before the page is closed and a text that is stored nowhere else is lost. */
const askBeforeUnload = (event: Event): void => event.preventDefault();

function parseBackup(id: string): Draft | undefined {
  const aside = readTabItem(tabKeys.backup(id));
  try {
    return aside === null ? undefined : JSON.parse(aside);
  } catch (error) {
    console.error('Could not read a draft backup in this tab; ignoring it.', error);
    return undefined;
  }
}
