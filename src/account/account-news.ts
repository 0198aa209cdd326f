import { announce, hearChannel } from '../device/channel.ts';

/** Messages between tabs about an account. */
export type AccountNews = { kind: 'deleted'; userId: string } | { kind: 'renamed'; userId: string; username: string };

/** Declared here because every page loads `storage-names.ts`, and only a logged-in user needs this name. */
const channelName = 'account';

export const hearAccountNews = (hear: (news: AccountNews) => void): void => void hearChannel(channelName, hear);

export const tellOtherTabs = (news: AccountNews): void => announce(channelName, news);
