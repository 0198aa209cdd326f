import type { Credentials } from '../contract/accounts.ts';
import { session } from '../session/session.ts';
import { startSession, storeLogin } from '../session/start-session.ts';

/**
 * Begins the session that the backend has granted. If another user was logged in last, first removes their private
 * data, as they may never have logged out.
 *
 * @param options.inNextPage whether the caller loads another page next, so that the session begins there. Beginning a
 * session creates the database. If a page is left while it creates a database, WebKit may never open that one again.
 * @returns whether the login is stored; otherwise it lasts as long as this page.
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
