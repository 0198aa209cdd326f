import type { ProblemCode } from '../../contract/problems.ts';
import type { NotKept } from '../../device/calls/answered-at.ts';
import { isOwnBackend } from '../../device/calls/host.ts';
import { isWebPage } from '../../device/calls/is-web-page.ts';
import { orLog } from '../../device/or-log.ts';
import { clearCache } from '../../device/storage/quota.ts';
import { cacheNames } from '../../device/storage/storage-names.ts';
import { markRead } from '../follows/follow-store.ts';
import { unpinUnusedImages } from '../store/pinned-images.ts';
import { removeListed } from '../store/put-posts.ts';
import type { ReadingCall } from '../store/reading-call.ts';
import { changeReading } from '../store/reading-database.ts';
import type { Outcome } from '../store/store-answer.ts';
import { pagesOf, readLists } from '../store/stored-list.ts';

/** Removes the posts that an error response (404 or 410) reports as deleted. Never rejects. */
export async function removeRefused(
  response: Response,
  reading: ReadingCall,
  call: number | NotKept,
): Promise<Extract<Outcome, { kind: 'deleted' }> | undefined> {
  if (typeof call !== 'number') return undefined;
  try {
    if (!(await reportsDeleted(response))) return undefined;
    return await changeReading(async (store) => {
      const lists = await readLists(store);
      const listed = pagesOf(lists).find(({ url }) => url === reading.url)?.ids ?? [];
      const ids = reading.kind === 'post' ? [reading.id] : listed;
      return { kind: 'deleted', ...(await removeListed(store, lists, ids, call)) };
    });
  } catch (error) {
    console.error(`Could not read or store a deletion that ${reading.url} may report; the posts stay.`, error);
    return undefined;
  }

  /**
   * Returns whether the response says that the post, or the author of all posts on the list, is deleted. Our own
   * backend says so by a problem code: without one, a gateway may have answered 404 while the backend is down.
   */
  async function reportsDeleted(refusal: Response): Promise<boolean> {
    if (![404, 410].includes(refusal.status) || isWebPage(refusal)) return false;
    const isProblem = refusal.headers.get('Content-Type') === 'application/problem+json';
    const { code }: { code?: ProblemCode } = isProblem ? Object(await refusal.json()) : {};
    if (reading.kind === 'post') return !isOwnBackend || code === 'post_not_found';
    return isOwnBackend && code === 'user_not_found';
  }
}

/** Unpins the pictures of deleted posts, and removes rendered pages and the posts' unread marks. Never rejects. */
export async function forgetDeleted(ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await unpinUnusedImages();
  const forgetting = [clearCache(cacheNames.pages), markRead(ids)];
  await orLog(
    'Could not remove all traces of deleted posts; they may still be rendered, or count as new.',
    Promise.all(forgetting),
  );
}
