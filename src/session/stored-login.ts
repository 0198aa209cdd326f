import { localKeys } from '../device/storage/storage-names.ts';
import { type Session, session } from './session.ts';

/**
 * Returns the login in local storage, which may be newer than `session`: the `storage` event arrives later. A token of
 * `''` means that another tab is in the middle of a login. If local storage is forbidden, returns this tab's session.
 */
export function readStoredLogin(): Session {
  try {
    return { token: localStorage.getItem(localKeys.token), userId: localStorage.getItem(localKeys.userId) };
  } catch (error) {
    console.info('Could not read local storage (forbidden); using the session of this tab.', error);
    return session.get();
  }
}

/** Whether this user is logged in on this device at this moment. */
export function isLoggedIn(userId: string): boolean {
  const stored = readStoredLogin();
  return Boolean(stored.token) && stored.userId === userId;
}
