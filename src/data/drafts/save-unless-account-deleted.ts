import { readStoredLogin } from '../session/stored-login.ts';
import { type Draft, saveDraft } from './drafts.ts';

/** The accounts that were deleted while this page was open, by their ids, with the token that each had here. */
const deleted = new Map<string, string | null>();

/** From here on this page saves no draft of the account. */
export const stopSavingDraftsOf = (userId: string): void => void deleted.set(userId, readStoredLogin().token);

/**
 * Saves the draft as `saveDraft` does, unless its account was deleted. After another login to it the account is there
 * again, by a backup of the server.
 *
 * @throws as `saveDraft` does.
 */
export async function saveUnlessAccountDeleted(draft: Draft): Promise<void> {
  if (!isOfDeletedAccount(draft)) await saveDraft(draft);
}

function isOfDeletedAccount({ userId }: Draft): boolean {
  if (userId === null || !deleted.has(userId)) return false;
  const now = readStoredLogin();
  return now.userId !== userId || !now.token || now.token === deleted.get(userId);
}
