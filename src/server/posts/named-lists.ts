import { canonicalTopic, isTopic } from '../../text/markdown/topics.ts';
import { coalescePerTurn } from '../process/coalesce-per-turn.ts';
import { HttpError } from '../process/http-error.ts';
import type { Store } from '../store/schema.ts';
import { type Listed, type PageOfIds, pageOfAuthor, pageOfTopic } from './query-lists.ts';

/** Finds a page of a topic's or an author's posts. `after` is the id of the last post seen. */
export type FindListed = (listed: Listed, after: string | undefined) => Promise<PageOfIds>;

/**
 * Finds pages of topics and authors; concurrent requests for the same page share one query.
 * @returns a function that throws {HttpError} user_not_found, and invalid_field for an impossible topic
 */
export function listedFinder(store: Store): FindListed {
  const find = coalescePerTurn((key) => {
    const [by, what = '', after = ''] = key.split(' ');
    return (by === 'topic' ? pageOfTopic : pageOfAuthor)(store, what, after || undefined);
  });
  return async ({ by, what }, after) => {
    if (by === 'topic' && !isTopic(canonicalTopic(what))) throw new HttpError('invalid_field', { field: 'topic' });
    return find(`${by} ${by === 'topic' ? canonicalTopic(what) : encodeURIComponent(what)} ${after ?? ''}`);
  };
}
