import { readStoredLogin } from '../../session/stored-login.ts';

/** The accounts that were deleted while this page was open, by their ids, with the token that each had here. */
const deleted = new Map<string, string | null>();

/** Stops this page from storing texts of the account. */
export const stopSavingTextsOf = (userId: string): void => void deleted.set(userId, readStoredLogin().token);

/** Returns whether the account is deleted. A new login proves that it exists: the server was restored from a backup. */
export function isOfDeletedAccount(userId: string | null): boolean {
  if (userId === null || !deleted.has(userId)) return false;
  const now = readStoredLogin();
  return now.userId !== userId || !now.token || now.token === deleted.get(userId);
}
