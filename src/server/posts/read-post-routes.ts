import type { Context } from 'hono';
import { validate as isUuid } from 'uuid';
import { callPaths, type callTemplates } from '../../contract/paths.ts';
import type { DocumentCache } from '../http/document-cache.ts';
import { jsonDocument, respondWithDocument } from '../http/public-document.ts';
import type { HandlerOf } from '../http/register-route.ts';
import { networkOfClient } from '../http/request-context.ts';
import { HttpError } from '../process/http-error.ts';
import type { WorkQueue } from '../process/work-queue.ts';
import type { Store } from '../store/schema.ts';
import { postFinder } from './post-finder.ts';
import { listFrom, nextPath, type PostLists } from './post-lists.ts';
import { type Listed, listedFinder, type PageOfIds } from './query-lists.ts';
import { readPost } from './query-posts.ts';

type Paths = typeof callTemplates;

/** Returns the response with a list of the posts that contain the words of a query. */
export type AnswerSearch = (c: Context, query: string) => Promise<Response>;

/** The sources of the handlers that read posts, and the queue in which they make documents. */
export type PostSources = {
  store: Store;
  documentCache: DocumentCache;
  documents: WorkQueue;
  lists: PostLists;
  answerSearch: AnswerSearch;
};

export function readPostHandlers({ store, documentCache, documents, lists, answerSearch }: PostSources) {
  const readList = listFrom(store, lists);
  const find = postFinder(store);
  const findListed = listedFinder(store);

  const listNamed = async (c: Context, listed: Listed) => {
    const { document, page } = await lists(await findListed(listed, cursor(c)), networkOfClient(c), 'name');
    return respondWithDocument(c, document, { links: nextLink(callPaths.found(listed.by, listed.what), page) });
  };

  const list: HandlerOf<Paths['posts']> = async (c) => {
    const query = c.req.query('q');
    if (query !== undefined) return answerSearch(c, query);
    for (const by of ['topic', 'author'] as const) {
      const what = c.req.query(by);
      if (what !== undefined) return listNamed(c, { by, what });
    }
    const { document, page } = await readList(cursor(c) ?? '', () => networkOfClient(c));
    return respondWithDocument(c, document, { links: nextLink(callPaths.posts, page) });
  };

  const listOfUser: HandlerOf<Paths['userPosts']> = async (c) => {
    const userId = c.req.param('userId');
    if (!isUuid(userId)) throw new HttpError('user_not_found');
    const found = await findListed({ by: 'author', what: userId }, cursor(c));
    const { document, page } = await lists(found, networkOfClient(c));
    return respondWithDocument(c, document, { links: nextLink(callPaths.userPosts(userId), page) });
  };

  // A cached document needs only the query of `find`: the cache key changes with everything in the document.
  const read: HandlerOf<Paths['post']> = async (c) => {
    const found = await find(c.req.param('id'));
    const make = async () => {
      const { post } = await readPost(store, found.id);
      return { ...jsonDocument(post), etag: post.etag };
    };
    const work = { queue: documents, network: networkOfClient(c), make };
    return respondWithDocument(c, await documentCache(`post ${found.id} ${found.cacheKey}`, work));
  };

  return { list, listOfUser, read };
}

/**
 * Returns the id of the last post that the reader has seen; the next page begins after it.
 * @throws {HttpError} invalid_cursor
 */
function cursor(c: Context): string | undefined {
  const after = c.req.query('after');
  if (after === undefined || isUuid(after)) return after?.toLowerCase();
  throw new HttpError('invalid_cursor', { field: 'after' });
}

/** Returns the value of the Link header (RFC 8288). */
function nextLink(path: string, page: PageOfIds): string | undefined {
  const next = nextPath(path, page);
  return next && `<${next}>; rel="next"`;
}
