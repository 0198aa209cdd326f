import { writeRecords } from '../device/storage/records.ts';
import { recordKeys } from '../device/storage/storage-names.ts';
import { timeouts } from '../device/timeouts.ts';
import { resultWithin } from '../device/with-timeout.ts';
import { clearPrivateReading } from '../reading/store/clear-reading.ts';
import { forgetProfile } from '../session/profile.ts';
import { showAppBadge } from '../writing/app-badge.ts';
import { storeAuthor } from '../writing/record/store-author.ts';

/**
 * Removes private data from this device at logout. Keeps unpublished texts, which only their author sees, and the
 * follows, which belong to the device. Never rejects or takes longer than `timeouts.databaseOpenTimeoutMs`, as a
 * database that hangs must not block the logout.
 *
 * @returns whether all private data is removed.
 */
export async function clearSessionData(): Promise<boolean> {
  const forgotten = Promise.allSettled([
    forgetProfile(),
    clearPrivateReading(),
    forgetLastLocation(),
    storeAuthor().finally(showAppBadge),
  ]);
  const results = await resultWithin(timeouts.databaseOpenTimeoutMs, forgotten);
  if (!results) {
    console.error('Could not remove private data in time; some may be left on this device.');
    return false;
  }
  for (const result of results) {
    if (result.status === 'rejected') console.error('Could not remove private data; some may remain.', result.reason);
  }
  return results.every(({ status }) => status === 'fulfilled');
}

/** Removes the last location, so that the installed app does not open on the previous user's last screen. */
const forgetLastLocation = () => writeRecords({ remove: [recordKeys.lastLocation] });
