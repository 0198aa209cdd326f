import type { Credentials } from '../contract/accounts.ts';
import { isCurrent, session } from '../session/session.ts';
import { startSession } from '../session/start-session.ts';
import { readStoredLogin } from '../session/stored-login.ts';

/**
 * Called before a call is made in a login's name.
 *
 * @returns whether that login is still this tab's, and no other tab has changed it: then what was answered may be
 *   stored. Local storage is read, as the event that tells of a change comes later than the change.
 */
export function watchLogin(): () => boolean {
  const asked = session.get();
  const stored = storedLogin();
  return () => isCurrent(asked) && storedLogin() === stored;
}

/**
 * Stores a login that takes another's place. If that one has changed while the call was made, it stands, and the new one
 * is ended on the server.
 *
 * @param isUnchanged of `watchLogin`
 * @returns whether it is stored
 */
export async function renewLogin(granted: Credentials, isUnchanged: () => boolean): Promise<boolean> {
  if (isUnchanged()) {
    startSession(granted);
    return true;
  }
  const { noteLogout } = await import('./waiting-logouts.ts');
  await noteLogout(granted.token);
  return false;
}

const storedLogin = (): string => JSON.stringify(readStoredLogin());
