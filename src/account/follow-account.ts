import { deletedLogin } from '../device/calls/client.ts';
import { orLog } from '../device/or-log.ts';
import { profile } from '../session/profile.ts';
import { session } from '../session/session.ts';
import { stopSavingTextsOf } from '../writing/record/deleted-accounts.ts';
import { removeDeviceWriting } from '../writing/record/device-writing.ts';
import { type AccountNews, hearAccountNews } from './account-news.ts';
import { forgetAccount } from './forget-account.ts';

/** Applies other tabs' messages about accounts. Removes the account from this device once the server has deleted it. */
export function followAccount(): void {
  let isListening = false;
  // Without a login, no channel is needed, and an open channel can keep the page out of the back/forward cache.
  const listen = () => {
    if (isListening || session.get().token === null) return;
    isListening = true;
    hearAccountNews(hear);
  };
  session.subscribe(listen);
  listen();
  deletedLogin.subscribe(forgetIfDeleted);
  forgetIfDeleted();
}

function hear(news: AccountNews): void {
  switch (news.kind) {
    case 'deleted':
      stopSavingTextsOf(news.userId);
      void orLog('Could not remove the drafts of a deleted account from this tab.', removeDeviceWriting(news.userId));
      return;
    case 'renamed': {
      const known = profile.get();
      if (known && session.get().token !== null && session.get().userId === news.userId)
        profile.set({ ...known, username: news.username });
    }
  }
}

function forgetIfDeleted(): void {
  const { token, userId } = session.get();
  if (token === null || userId === null || deletedLogin.get() !== `Bearer ${token}`) return;
  void orLog(
    'Could not remove all data of a deleted account; the next page load tries again.',
    forgetAccount({ token, userId }),
  );
}
