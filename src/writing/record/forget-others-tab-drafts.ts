import { tabKeys } from '../../device/storage/storage-names.ts';
import { removeTabItem, tabKeysWith } from '../../device/storage/tab-storage.ts';
import { authorOf, session } from '../../session/session.ts';

/**
 * Forgets which draft this tab had for users who are no longer logged in. The drafts stay, and are found without it.
 */
export function forgetOthersTabDrafts(): void {
  const nobodys = tabKeys.draft(null);
  const mine = tabKeys.draft(authorOf(session.get()));
  for (const key of tabKeysWith(nobodys)) if (key !== nobodys && key !== mine) removeTabItem(key);
}
