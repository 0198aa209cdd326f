import { removePostsOfAuthor } from '../cache/posts-of-author.ts';
import { clearSessionData } from '../session/clear-session-data.ts';
import { endSession, session } from '../session/session.ts';
import { isAnotherLoggedIn, isLoggedIn, readStoredLogin } from '../session/stored-login.ts';
import { timeouts } from '../timeouts.ts';
import { resultWithin } from '../with-timeout.ts';
import { tellOtherTabs } from './account-news.ts';
import { noteDeletion } from './deletions.ts';
import { removeDeviceWriting } from './device-writing.ts';

/**
 * Removes an account that has been deleted from this device: its login, its drafts, what waits of it, and its posts from
 * the caches. Whoever has logged in since stays logged in. Never rejects, as the account is gone.
 *
 * @returns whether all of it is removed. What is left goes with the next start of a page.
 */
export async function forgetAccount(userId: string, email: string | undefined): Promise<boolean> {
  const isOwn = session.get().userId === userId;
  if (isOwn) logOutHere(userId);
  return (await resultWithin(timeouts.cacheWriteTimeoutMs, removeAll(userId, email, isOwn))) ?? false;
}

/** Another tab's login is stored, and this tab about to hear of it: then only this tab's goes. */
function logOutHere(userId: string): void {
  if (isAnotherLoggedIn(userId)) session.set({ userId, token: null });
  else endSession();
}

async function removeAll(userId: string, email: string | undefined, isOwn: boolean): Promise<boolean> {
  const results = await Promise.allSettled([
    forgetWriting(userId),
    removePostsOfAuthor({ id: userId, email }).finally(() => isOwn && forgetPrivateDataOf(userId)),
  ]);
  let isAllRemoved = true;
  for (const result of results) {
    if (result.status === 'fulfilled') continue;
    isAllRemoved = false;
    console.error(
      'Could not remove all of a deleted account from this device; trying again at the next start.',
      result.reason,
    );
  }
  if (isAllRemoved && !isLoggedIn(userId)) await noteUnlessBroken(userId, 'done');
  return isAllRemoved;
}

async function forgetWriting(userId: string): Promise<void> {
  await noteUnlessBroken(userId, 'gone');
  tellOtherTabs({ kind: 'deleted', userId });
  await removeDeviceWriting(userId);
}

/** Without the note, what another tab saves of the account afterwards stays on the device. */
async function noteUnlessBroken(userId: string, kind: 'gone' | 'done'): Promise<void> {
  try {
    await noteDeletion(userId, kind);
  } catch (error) {
    console.error('Could not note how far a deleted account is removed from this device.', error);
  }
}

/** Of whoever was logged in last. If somebody has logged in meanwhile, it is theirs, and the earlier one's is removed. */
async function forgetPrivateDataOf(userId: string): Promise<void> {
  if (session.get().userId !== userId || readStoredLogin().token !== null) return;
  if (!(await clearSessionData())) throw new DOMException('Some private data may be left', 'UnknownError');
}
