import { readStoredLogin } from '../../session/stored-login.ts';

/** The ids of accounts deleted while this page is open, each with the login token that was stored at that moment. */
const deleted = new Map<string, string | null>();

/** Stops this page from storing texts of the account. */
export const stopSavingTextsOf = (userId: string): void => void deleted.set(userId, readStoredLogin().token);

/** Returns whether the account is deleted. A new login proves that a restored server has it again. */
export function isOfDeletedAccount(userId: string | null): boolean {
  if (userId === null || !deleted.has(userId)) return false;
  const now = readStoredLogin();
  return now.userId !== userId || !now.token || now.token === deleted.get(userId);
}
