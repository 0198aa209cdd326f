import { isAccountDeleted } from '../account/deletions.ts';
import { isLoggedIn } from '../session/stored-login.ts';
import { type Draft, deleteDraft, saveDraft } from './drafts.ts';

/**
 * Saves the draft as `saveDraft` does. One of an account that another tab has deleted meanwhile is removed again; that of
 * whoever is logged in stays in any case, as their account may have come back by a backup of the server.
 *
 * @throws as `saveDraft` does.
 */
export async function saveUnlessAccountDeleted(draft: Draft): Promise<void> {
  await saveDraft(draft);
  const { id, userId } = draft;
  if (userId !== null && !isLoggedIn(userId) && (await isAccountDeleted(userId))) await deleteDraft(id);
}
