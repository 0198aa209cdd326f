import type { Draft } from './drafts.ts';
import { tabKeys } from './storage.ts';

/**
 * Puts by in the tab, at once, what the device does not have yet: WebKit drops whatever a page that is on its way out
 * writes to IndexedDB, and with it the words of the last moment before a reload.
 */
export function putAside(draft: Draft): void {
  try {
    sessionStorage.setItem(tabKeys.aside(draft.id), JSON.stringify(draft));
  } catch (error) {
    console.error('The last words could not be put aside.', error);
  }
}

/** What was put aside and is newer than what the device has. */
export function readAside(id: string, kept: Draft | undefined): Draft | undefined {
  const aside = sessionStorage.getItem(tabKeys.aside(id));
  if (aside === null) return undefined;
  const draft: Draft = JSON.parse(aside);
  return kept && (kept.savedAt >= draft.savedAt || kept.discardedAt !== undefined) ? undefined : draft;
}

export const dropAside = (id: string): void => sessionStorage.removeItem(tabKeys.aside(id));
