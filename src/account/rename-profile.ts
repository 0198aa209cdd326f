import { writeRecords } from '../device/storage/records.ts';
import { recordKeys } from '../device/storage/storage-names.ts';
import { profile } from '../session/profile.ts';
import { tellOtherTabs } from './account-news.ts';

/**
 * Shows the new name in the navigation bar of all tabs, and stores it in the profile on this device. Call it while this
 * user is logged in. Never rejects, as the server has changed the name already.
 */
export async function renameProfile(userId: string, username: string): Promise<void> {
  const known = profile.get();
  if (!known) return;
  const renamed = { ...known, username };
  profile.set(renamed);
  tellOtherTabs({ kind: 'renamed', userId, username });
  try {
    await writeRecords({ put: { [recordKeys.profile]: { ...renamed, userId } } });
  } catch (error) {
    console.error('Could not store the new name; the next profile from the backend will contain it.', error);
  }
}
