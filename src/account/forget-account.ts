import type { Credentials } from '../contract/accounts.ts';
import { pagePaths } from '../contract/paths.ts';
import { timeouts } from '../device/timeouts.ts';
import { withTimeout } from '../device/with-timeout.ts';
import { removePostsOfAuthor } from '../reading/answers/confirmed-writes.ts';
import { endSession, isCurrent } from '../session/session.ts';
import { readStoredLogin } from '../session/stored-login.ts';
import { stopSavingTextsOf } from '../writing/record/deleted-accounts.ts';
import { removeDeviceWriting } from '../writing/record/device-writing.ts';
import { tellOtherTabs } from './account-news.ts';
import { clearSessionData } from './clear-session-data.ts';

/**
 * Removes an account that has been deleted from this device: its drafts, what waits of it, its posts in the caches, and
 * last its login; then the farewell is shown. Whoever has logged in since stays logged in.
 *
 * @throws where something is left. Then the login is left too, and the next start of a page has this done again.
 */
export async function forgetAccount(login: Credentials): Promise<void> {
  const { token, userId } = login;
  stopSavingTextsOf(userId);
  tellOtherTabs({ kind: 'deleted', userId });
  const removing = Promise.all([removeDeviceWriting(userId), removePostsOfAuthor(userId)]);
  await withTimeout(timeouts.cacheWriteTimeoutMs, removing);
  // A login that could not be stored exists in this tab alone.
  if (!isCurrent(login) || (readStoredLogin().token ?? token) !== token) return;
  endSession();
  await clearSessionData();
  location.assign(`${pagePaths.account}#deleted`);
}
