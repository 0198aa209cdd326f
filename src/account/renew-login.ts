import type { Credentials } from '../contract/accounts.ts';
import { isCurrent, session } from '../session/session.ts';
import { startSession } from '../session/start-session.ts';
import { readStoredLogin } from '../session/stored-login.ts';

/**
 * Notes the login before a call that uses it.
 *
 * @returns a function that returns whether the login is unchanged in all tabs; only then may the answer be stored. The
 * function reads local storage, as the `storage` event arrives later than the change.
 */
export function watchLogin(): () => boolean {
  const asked = session.get();
  const stored = storedLogin();
  return () => isCurrent(asked) && storedLogin() === stored;
}

/**
 * Stores the login that a call has granted in place of the earlier login. If any tab has changed the login during the
 * call, keeps the changed login, and tells the server to end the granted session.
 *
 * @param isUnchanged the result of `watchLogin`
 * @returns whether the new login is stored
 */
export async function renewLogin(granted: Credentials, isUnchanged: () => boolean): Promise<boolean> {
  if (isUnchanged()) {
    startSession(granted);
    return true;
  }
  const { enqueueLogout } = await import('./waiting-logouts.ts');
  await enqueueLogout(granted.token);
  return false;
}

const storedLogin = (): string => JSON.stringify(readStoredLogin());
