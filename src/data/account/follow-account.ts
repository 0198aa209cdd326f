import { profile } from '../session/profile.ts';
import { session } from '../session/session.ts';
import { isLoggedIn } from '../session/stored-login.ts';
import { type AccountNews, accountChannel } from './account-news.ts';
import { readDeletions } from './deletions.ts';
import { removeDeviceWriting } from './device-writing.ts';
import { forgetAccount } from './forget-account.ts';
import { isAccountGone } from './is-account-gone.ts';

/** Follows what other tabs do with the account, and finishes deletions that were broken off. */
export function followAccount(): void {
  let isListening = false;
  // A page of somebody who is logged out needs no channel, which could put it out of the back/forward cache.
  const listen = () => {
    if (isListening || session.get().token === null) return;
    isListening = true;
    accountChannel().addEventListener('message', ({ data }: MessageEvent<AccountNews>) => hear(data));
  };
  session.subscribe(listen);
  listen();
  finishDeletions().catch((error: unknown) => console.error('Could not finish the deletion of an account.', error));
}

function hear(news: AccountNews): void {
  switch (news.kind) {
    case 'deleted':
      removeDeviceWriting(news.userId).catch((error: unknown) =>
        console.error('Could not remove the drafts of a deleted account from this tab.', error),
      );
      return;
    case 'renamed': {
      const known = profile.get();
      if (known && session.get().token !== null && session.get().userId === news.userId)
        profile.set({ ...known, username: news.username });
    }
  }
}

/**
 * A tab may have been closed before the answer came, while it removed the account, or after another had saved a draft
 * again. The account of whoever is logged in may have come back by a backup of the server, which is asked.
 */
async function finishDeletions(): Promise<void> {
  for (const [userId, { kind }] of Object.entries(await readDeletions())) {
    if ((kind === 'asked' || isLoggedIn(userId)) && !(await isAccountGone(userId))) continue;
    if (kind === 'done' && !isLoggedIn(userId)) await removeDeviceWriting(userId);
    else await forgetAccount(userId, undefined);
  }
}
