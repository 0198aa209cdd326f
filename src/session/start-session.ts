import type { Credentials } from '../contract/accounts.ts';
import { localKeys } from '../device/storage/storage-names.ts';
import { openSession, session, stopFollowing } from './session.ts';

/**
 * Stores token and userId as plain strings. Local storage has no other keys (specification, section 3). Other tabs
 * receive a `storage` event for each write. So another user's earlier token is emptied first, and all tabs ignore an
 * empty token. The new token is written last: no tab ever sees a token beside another user's id, or mistakes a change
 * of users for a logout.
 *
 * @returns whether the browser allowed the writes.
 */
export function storeLogin({ token, userId }: Credentials): boolean {
  try {
    if (localStorage.getItem(localKeys.userId) !== userId) localStorage.setItem(localKeys.token, '');
    localStorage.setItem(localKeys.userId, userId);
    localStorage.setItem(localKeys.token, token);
    return true;
  } catch (error) {
    console.error('Could not store the login; it lasts as long as this page.', error);
    return false;
  }
}

/**
 * Stores the login, and begins its session in this page.
 *
 * @returns whether the login is stored; otherwise it lasts as long as this page.
 */
export function startSession(credentials: Credentials): boolean {
  const isStored = storeLogin(credentials);
  if (isStored) openSession();
  else stopFollowing();
  session.set({ token: credentials.token, userId: credentials.userId });
  return isStored;
}

/** Whether this login survives a reload. */
export function isLoginStored(): boolean {
  try {
    return localStorage.getItem(localKeys.token) === session.get().token;
  } catch (error) {
    console.info('Could not read local storage (forbidden); the login lasts as long as this page.', error);
    return false;
  }
}
