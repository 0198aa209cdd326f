import { validate as isUuid } from 'uuid';
import { coalescePerTurn } from '../process/coalesce-per-turn.ts';
import { HttpError } from '../process/http-error.ts';
import type { Store } from '../store/schema.ts';
import { type FoundPost, findCacheKeys } from './query-lists.ts';

/** The most posts that are cached at a time. */
const mostKnown = 1_000;

/**
 * Returns a function that finds a post. The requests of one turn of the event loop share one query. The query starts
 * after the last of these requests, so no result is older than a request. If the store knows its `version`, found posts
 * are not queried again until something is written.
 * @returns a function whose promise rejects with HttpError post_not_found
 */
export function postFinder(store: Store): (id: string) => Promise<FoundPost> {
  let known = { version: store.version?.(), posts: new Map<string, FoundPost>() };
  let asked = new Set<string>();

  const find = async (ids: ReadonlySet<string>): Promise<ReadonlyMap<string, FoundPost>> => {
    const version = store.version?.();
    if (version === undefined || version !== known.version || known.posts.size > mostKnown)
      known = { version, posts: new Map() };
    const { posts } = known;
    const unknown = [...ids].filter((id) => !posts.has(id));
    for (const found of await findCacheKeys(store, unknown)) posts.set(found.id, found);
    return posts;
  };

  const findAsked = coalescePerTurn(() => {
    const ids = asked;
    asked = new Set();
    return find(ids);
  });

  return async (id) => {
    if (!isUuid(id)) throw new HttpError('post_not_found');
    asked.add(id);
    const found = (await findAsked('')).get(id);
    if (!found) throw new HttpError('post_not_found');
    return found;
  };
}
