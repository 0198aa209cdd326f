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
 * Removes a deleted account from this device: its drafts, its pending texts, its posts in the caches, and last its
 * login. Then opens the farewell page, unless another login has replaced this one meanwhile.
 *
 * @throws if anything could not be removed. In that case, the login stays, and the next page load tries again.
 */
export async function forgetAccount(login: Credentials): Promise<void> {
  const { token, userId } = login;
  stopSavingTextsOf(userId);
  tellOtherTabs({ kind: 'deleted', userId });
  const removing = Promise.all([removeDeviceWriting(userId), removePostsOfAuthor(userId)]);
  await withTimeout(timeouts.cacheWriteTimeoutMs, removing);
  // Stops if another login is stored. Goes on if none is: the browser may have refused to store this tab's login.
  if (!isCurrent(login) || (readStoredLogin().token ?? token) !== token) return;
  endSession();
  await clearSessionData();
  location.assign(`${pagePaths.account}#deleted`);
}
