import type { Credentials } from '../contract/accounts.ts';
import { session } from '../session/session.ts';
import { startSession, storeLogin } from '../session/start-session.ts';

/**
 * Begins the session that the backend has granted. If another user was logged in last, first removes their private
 * data, as they may never have logged out.
 *
 * @param options.inNextPage if the caller loads another page next: that page begins the session. WebKit may never open
 * a database again if a page is left while it creates the database, and a session creates it.
 * @returns whether the login is stored; a login that is not stored begins and ends with this page.
 */
export async function acceptLogin(credentials: Credentials, { inNextPage = false } = {}): Promise<boolean> {
  const { userId: previous } = session.get();
  // The removal must precede the new session, or it would also remove that session's data, such as the profile.
  if (previous !== null && previous !== credentials.userId) {
    try {
      const { clearSessionData } = await import('./clear-session-data.ts');
      await clearSessionData();
    } catch (error) {
      console.error('Could not remove all private data of the previous user; logging in all the same.', error);
    }
  }
  return (inNextPage && storeLogin(credentials)) || startSession(credentials);
}
