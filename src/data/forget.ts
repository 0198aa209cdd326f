import { forgetOwnLists } from './copies/private.ts';
import { rememberAuthor } from './outbox/author.ts';
import { showBadge } from './outbox/badge.ts';
import { forgetPlaces } from './places.ts';
import { forgetProfile } from './profile.ts';

/** At logout: all that is private goes from this device. Never rejects. */
export async function forgetPrivate(): Promise<void> {
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
}
