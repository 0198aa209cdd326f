import { pagePaths } from '../contract/paths.ts';
import { isOwnBackend } from '../device/calls/host.ts';
import { endSession, session } from '../session/session.ts';
import { clearSessionData } from './clear-session-data.ts';
import { enqueueLogout } from './waiting-logouts.ts';

/**
 * Removes the token and all private data, then loads the login page, online or offline. Tells our own backend of the
 * logout as soon as the backend can be reached.
 */
export async function logOut(): Promise<void> {
  const { token } = session.get();
  endSession();
  await Promise.all([clearSessionData(), isOwnBackend && token !== null && enqueueLogout(token)]);
  location.assign(pagePaths.login);
}
