import type { Context } from 'hono';
import { ownHeaders } from '../../contract/headers.ts';
import { callPaths } from '../../contract/paths.ts';
import { respondWithDocument } from '../http/public-document.ts';
import { networkOfClient } from '../http/request-context.ts';
import type { AnswerSearch } from '../posts/read-post-routes.ts';
import type { Search } from './create-search.ts';

/** Tells clients that posts may be missing, because the index is not complete. `?1` means true (RFC 9651). */
const incomplete = { [ownHeaders.incomplete]: '?1' };

/** Answers `GET /blog/posts?q=`. */
export function searchAnswers(search: Search): AnswerSearch {
  return async (c: Context, query: string) => {
    const { document, next, isIncomplete } = await search(query, c.req.query('after'), networkOfClient(c));
    const links = next && `<${callPaths.posts}?${new URLSearchParams({ q: query, after: next })}>; rel="next"`;
    return respondWithDocument(c, document, { links, ...(isIncomplete && { headers: incomplete }) });
  };
}
