import { pagePaths } from '../contract/paths.ts';
import { endSession } from '../data/session.ts';

/** Removes the token and all private data, then loads the login page anew, with or without a network. */
export async function logOut(): Promise<void> {
  endSession();
  try {
    const { forgetPrivate } = await import('../data/forget.ts');
    await forgetPrivate();
  } catch (error) {
    console.error('Private data may be left on this device.', error);
  }
  location.assign(pagePaths.login);
}
