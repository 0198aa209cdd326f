import { pagePaths } from '../contract/paths.ts';
import { forgetOwnLists } from '../data/copies/private.ts';
import { rememberAuthor } from '../data/outbox/author.ts';
import { showBadge } from '../data/outbox/badge.ts';
import { forgetPlaces } from '../data/places.ts';
import { forgetProfile } from '../data/profile.ts';
import { endSession } from '../data/session.ts';

/** Removes the token and all private data, then loads the login page anew, with or without a network. */
export async function logOut(): Promise<void> {
  endSession();
  const forgotten = await Promise.allSettled([
    forgetProfile(),
    forgetOwnLists(),
    forgetPlaces(),
    rememberAuthor(),
    showBadge(0),
  ]);
  for (const result of forgotten) {
    if (result.status === 'rejected') console.error('Private data may be left on this device.', result.reason);
  }
  location.assign(pagePaths.login);
}
