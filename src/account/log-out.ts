import { pagePaths } from '../contract/paths.ts';
import { isOwnBackend } from '../device/calls/host.ts';
import { timeouts } from '../device/timeouts.ts';
import { resultWithin } from '../device/with-timeout.ts';
import { endSession, session } from '../session/session.ts';

/**
 * Removes the token and all private data, then reloads into the login page, online or offline. The own backend is told
 * when it can be.
 */
export async function logOut(): Promise<void> {
  const { token } = session.get();
  endSession();
  await Promise.all([
    forget(),
    isOwnBackend && token !== null && resultWithin(timeouts.databaseOpenTimeoutMs, note(token)),
  ]);
  location.assign(pagePaths.login);
}

async function forget(): Promise<void> {
  try {
    const { clearSessionData } = await import('./clear-session-data.ts');
    await clearSessionData();
  } catch (error) {
    console.error('Could not remove all private data; some may be left on this device.', error);
  }
}

async function note(token: string): Promise<void> {
  try {
    const { noteLogout } = await import('./waiting-logouts.ts');
    await noteLogout(token);
  } catch (error) {
    console.error('Could not load what tells the server of the logout; its session ends by itself.', error);
  }
}
