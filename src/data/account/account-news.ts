/** What one tab tells the others about an account. */
export type AccountNews = { kind: 'deleted'; userId: string } | { kind: 'renamed'; userId: string; username: string };

/** Not in `storage-names.ts`, which is part of the script that every page loads first. */
const channelName = 'account';

export const accountChannel = (): BroadcastChannel => new BroadcastChannel(channelName);

export function tellOtherTabs(news: AccountNews): void {
  const channel = accountChannel();
  channel.postMessage(news);
  channel.close();
}
