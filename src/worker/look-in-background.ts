import { followablePage } from '../device/calls/link-header.ts';
import { isDataSaved } from '../device/save-data.ts';
import { type ListPage, lookForNew } from '../reading/follows/look-for-new.ts';
import { readNewestChoice } from '../reading/store/newest-choice.ts';
import { parseList } from '../reading/store/parse-posts.ts';
import { newestUrl } from '../reading/store/stored-list.ts';
import { showAppBadge } from '../writing/app-badge.ts';
import { refetch } from './worker-host.ts';

/** Fetches new posts of followed authors and topics while the app is closed, and counts them on the app's icon. */
export async function lookInBackground(event: ExtendableEvent): Promise<void> {
  if (isDataSaved()) return;
  try {
    await lookForNew((url) => readAndCache(event, url));
  } finally {
    await showAppBadge();
  }
}

/** Fetches and stores a page of a list. @throws Error if the backend does not answer with a list */
async function readAndCache(event: ExtendableEvent, url: string): Promise<ListPage> {
  const { response, outcome } = await refetch(url, event);
  if (response.status === 404 || response.status === 410) return 'gone';
  const posts = response.ok ? parseList(await response.text()) : undefined;
  await outcome;
  if (!posts) throw new Error(`${url} was not answered with a list`);
  return {
    posts: posts.map(({ post }) => post),
    next: followablePage(response.headers.get('Link'), url),
  };
}

/** Fetches the newest posts while the app is closed, if the reader has chosen to keep any. */
export async function refreshInBackground(event: ExtendableEvent): Promise<void> {
  if (isDataSaved() || (await readNewestChoice()).count === 0) return;
  await (await refetch(newestUrl(), event)).outcome;
}
