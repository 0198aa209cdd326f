import { readStoredLogin } from '../../session/stored-login.ts';

/** The accounts that were deleted while this page was open, by their ids, with the token that each had here. */
const deleted = new Map<string, string | null>();

/** Has this page store no text of the account any more. */
export const stopSavingTextsOf = (userId: string): void => void deleted.set(userId, readStoredLogin().token);

/** After another login to it the account is there again, by a backup of the server. */
export function isOfDeletedAccount(userId: string | null): boolean {
  if (userId === null || !deleted.has(userId)) return false;
  const now = readStoredLogin();
  return now.userId !== userId || !now.token || now.token === deleted.get(userId);
}
