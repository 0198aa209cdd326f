import { callPaths } from '../contract/paths.ts';
import { callUrl, isOwnBackend } from '../data/api/host.ts';
import { isWebPage } from '../data/api/is-web-page.ts';
import { parseList, parsePost, postIdOf } from '../data/cache/cached-posts.ts';
import type { CachedResponse } from '../data/cache/cached-response.ts';
import { removePostsOfAuthor } from '../data/cache/posts-of-author.ts';
import { notifyControlledPages } from './notify-controlled-pages.ts';

/**
 * A post that is gone may have gone with its author's account: then whatever this device has of that author goes too.
 * Asks the own backend, the only one that tells authors by their id.
 *
 * @param copy the post as it was cached.
 */
export async function removeIfAccountIsGone(copy: CachedResponse | undefined): Promise<void> {
  const id = copy && parsePost(parseList(`[${copy.body}]`)?.[0])?.author?.id;
  if (!isOwnBackend || id === undefined) return;
  try {
    const response = await fetch(callUrl(callPaths.found('author', id)), { cache: 'no-store' });
    if (response.status !== 404 || isWebPage(response)) return;
    await removePostsOfAuthor({ id });
    await notifyControlledPages({ type: 'moved' });
  } catch (error) {
    console.info('Could not ask whether the author of a deleted post is gone; asking at the next one.', error);
  }
}

/** Asked for one by one, so that a list which has changed altogether costs little. */
const mostAtOnce = 20;

/**
 * The posts that a list of the own backend had and has no more, although it goes on behind them: they are deleted, as
 * posts that newer ones push off the page are at its end.
 */
export function missingFrom(body: string, link: string | null, before: CachedResponse): string[] {
  const listed = new Set(idsIn(body));
  const known = idsIn(before.body);
  const last = link === null ? known.length : known.findLastIndex((id) => listed.has(id));
  return known
    .slice(0, Math.max(last, 0))
    .filter((id) => !listed.has(id))
    .slice(0, mostAtOnce);
}

const idsIn = (body: string): string[] => (parseList(body) ?? []).map(postIdOf).filter((id) => id !== undefined);
