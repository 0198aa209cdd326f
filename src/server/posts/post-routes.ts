import type { Context } from 'hono';
import { validate as isUuid } from 'uuid';
import type { GenericSchema } from 'valibot';
import { ownHeaders } from '../../contract/headers.ts';
import { importedPostSchema } from '../../contract/import-post.ts';
import { limits } from '../../contract/limits.ts';
import { callPaths, type callTemplates } from '../../contract/paths.ts';
import { type NewPost, newPostSchema } from '../../contract/posts.ts';
import { mostUnanswered, unansweredHeader } from '../../contract/unanswered.ts';
import { requireUserForWrite } from '../access/authentication.ts';
import { clearClosedWindows } from '../access/rate-limits.ts';
import type { User } from '../access/sessions.ts';
import type { DocumentCache } from '../http/document-cache.ts';
import { firstTagIn } from '../http/entity-tags.ts';
import { longestImportBody, longestPostBody, parseJson, readJsonBody } from '../http/json-body.ts';
import { isConditional, preconditionOf } from '../http/preconditions.ts';
import { jsonDocument, respondWithDocument } from '../http/public-document.ts';
import type { HandlerOf } from '../http/register-route.ts';
import { networkOfClient } from '../http/request-context.ts';
import { respond, respondJson } from '../http/respond.ts';
import { createUploadBudget } from '../http/upload-budget.ts';
import { HttpError } from '../process/http-error.ts';
import { oneAtATime, WorkQueue } from '../process/work-queue.ts';
import type { Search } from '../search/create-search.ts';
import type { Store } from '../store/schema.ts';
import { deletePost } from './delete-posts.ts';
import { editPost } from './edit-post.ts';
import { isIdempotencyKeyTaken } from './idempotency-keys.ts';
import { listedFinder } from './named-lists.ts';
import { postFinder } from './post-finder.ts';
import type { MakeEntry, PostIndexer } from './post-index.ts';
import { listFrom, type PostLists } from './post-lists.ts';
import { chargeWasted, expectFewWasted, expectPostingIsOpen, type PostingLimits } from './posting-limits.ts';
import { type Listed, type PageOfIds, readPost, type StoredPost } from './query-posts.ts';
import type { Claims } from './refuse-write.ts';
import { importPost } from './store-imported-post.ts';
import { publish, type Written } from './write-posts.ts';

/** In bytes of bodies that are not stored yet: two of the longest posts for each author, a share of memory for all. */
const uploadBounds = { ofAuthor: 2 * longestPostBody, ofAll: 64 * 1024 * 1024 };

/** Earlier posts are still being indexed, and may be missing (RFC 9651: true). */
const incomplete = { [ownHeaders.incomplete]: '?1' };

/** In bytes: parsing a body of this size or more takes long enough for other clients to notice (6 MB: 0.1 s). */
const largeBody = 64 * 1024;

type Paths = typeof callTemplates;

export function postHandlers(
  store: Store,
  kept: DocumentCache,
  lists: PostLists,
  searches: Search,
  documents: WorkQueue,
  postingLimits: PostingLimits,
  indexer: PostIndexer,
) {
  const openUpload = createUploadBudget(uploadBounds);
  const largePosts = new WorkQueue(oneAtATime);

  const readList = listFrom(store, lists);
  const find = postFinder(store);
  const findListed = listedFinder(store);

  const listResults = async (c: Context, query: string) => {
    const { document, next, isIncomplete } = await searches(query, c.req.query('after'), networkOfClient(c));
    const links = next && `<${callPaths.posts}?${new URLSearchParams({ q: query, after: next })}>; rel="next"`;
    return respondWithDocument(c, document, { links, ...(isIncomplete && { headers: incomplete }) });
  };

  const listNamed = async (c: Context, listed: Listed) => {
    const { document, page } = await lists(await findListed(listed, cursor(c)), networkOfClient(c), 'name');
    return respondWithDocument(c, document, { links: nextLink(callPaths.found(listed.by, listed.what), page) });
  };

  const list: HandlerOf<Paths['posts']> = async (c) => {
    const query = c.req.query('q');
    if (query !== undefined) return listResults(c, query);
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

  // The edition names everything a post's document is made of, so the only query is whether it is still the latest.
  const read: HandlerOf<Paths['post']> = async (c) => {
    const found = await find(c.req.param('id'));
    const make = async () => {
      const { post } = await readPost(store, found.id);
      return { ...jsonDocument(post), etag: post.etag };
    };
    const work = { queue: documents, network: networkOfClient(c), make };
    return respondWithDocument(c, await kept(`post ${found.id} ${found.edition}`, work));
  };

  /** Counts what a request has cost if it stores nothing. */
  const counted = async <Result extends Pick<Written, 'isStored'>>(
    author: User,
    act: (read: (bytes: number) => void) => Promise<Result>,
  ): Promise<Result> => {
    let bytes = 0;
    const wasted = () => chargeWasted(store, postingLimits, author.id, bytes);
    const read = (length: number) => {
      bytes = length;
    };
    const written = await act(read).catch(async (error: unknown) => {
      if (error instanceof HttpError && error.code !== 'busy') await wasted();
      throw error;
    });
    if (!written.isStored) await wasted();
    return written;
  };

  /** What publishing, editing and bringing in share: who may send how much, and what it costs them. */
  const receive = async <Sent extends NewPost, Result extends Written>(
    c: Context,
    { schema, longest, key }: { schema: GenericSchema<unknown, Sent>; longest: number; key?: string | undefined },
    write: (author: User, sent: Sent, makeEntry: MakeEntry) => Promise<Result>,
  ): Promise<Result> => {
    const author = await requireUserForWrite(c, store);
    const isRepeat = key !== undefined && (await isIdempotencyKeyTaken(store, author, key));
    const opensWindow = await expectPostingIsOpen(store, postingLimits, author.id, isRepeat);
    const makeEntry: MakeEntry = (post) => indexer(post, networkOfClient(c));
    return counted(author, async (read) => {
      using upload = openUpload(author.id);
      const body = await readJsonBody(c, longest, upload);
      upload.complete();
      read(body.length);
      // Checks again: while a slow body arrived, the account may have been suspended, deleted or given a new password.
      await requireUserForWrite(c, store);
      const work = async () => {
        const sent = parseJson(body, schema);
        if (opensWindow) await clearClosedWindows(store);
        return write(author, sent, makeEntry);
      };
      return await (body.length < largeBody ? work() : largePosts.run(work, networkOfClient(c)));
    });
  };

  const written = (c: Context) => ({ schema: newPostSchema, longest: longestPostBody, key: idempotencyKey(c) });

  const create: HandlerOf<Paths['posts']> = async (c) => {
    const sent = written(c);
    const { post, isStored } = await receive(c, sent, (author, post, makeEntry) =>
      publish(store, postingLimits, author, post, sent.key, makeEntry),
    );
    return respondWritten(c, isStored ? 201 : 200, post);
  };

  const bringIn: HandlerOf<Paths['importPost']> = async (c) => {
    const sent = { schema: importedPostSchema, longest: longestImportBody };
    const { post, isStored } = await receive(c, sent, (author, imported, makeEntry) =>
      importPost(store, postingLimits, author, imported, makeEntry),
    );
    return respondWritten(c, isStored ? 201 : 200, post);
  };

  const edit: HandlerOf<Paths['post']> = async (c) => {
    expectCondition(c);
    const sent = written(c);
    const asked = { id: c.req.param('id'), holds: preconditionOf(c), ...claimsOf(c) };
    const { post } = await receive(c, sent, (author, post, makeEntry) =>
      editPost(store, postingLimits, author, { ...asked, post }, sent.key, makeEntry),
    );
    return respondJson(c, 200, post, { ETag: post.etag });
  };

  const remove: HandlerOf<Paths['post']> = async (c) => {
    const author = await requireUserForWrite(c, store);
    await expectFewWasted(store, postingLimits, author.id);
    const claims = claimsOf(c);
    const condition = isConditional(c) ? { holds: preconditionOf(c), ...claims } : undefined;
    await counted(author, async () => {
      await deletePost(store, author, c.req.param('id'), condition);
      return { isStored: true };
    });
    return respond(c, 204, null);
  };

  return { list, listOfUser, read, create, bringIn, edit, remove };
}

const respondWritten = (c: Context, status: 200 | 201, post: StoredPost): Response =>
  respondJson(c, status, post, { Location: callPaths.post(post._id), ETag: post.etag });

/**
 * The id of the last post the reader has seen; the next page begins after it.
 * @throws {HttpError} invalid_cursor
 */
function cursor(c: Context): string | undefined {
  const after = c.req.query('after');
  if (after === undefined || isUuid(after)) return after?.toLowerCase();
  throw new HttpError('invalid_cursor', { field: 'after' });
}

/** @returns the path of the page with the next older posts, or `undefined` if there are none */
export function nextPath(path: string, { ids, more }: PageOfIds): string | undefined {
  return more ? `${path}${path.includes('?') ? '&' : '?'}after=${ids.at(-1)}` : undefined;
}

/** The value of the Link header (RFC 8288). */
function nextLink(path: string, page: PageOfIds): string | undefined {
  const next = nextPath(path, page);
  return next && `<${next}>; rel="next"`;
}

/**
 * An edit of whatever the post has become (`*`) would silently overwrite.
 * @throws {HttpError} precondition_required
 */
function expectCondition(c: Context): void {
  const ifMatch = c.req.header('If-Match')?.trim();
  if (!ifMatch || ifMatch === '*') throw new HttpError('precondition_required', { field: 'If-Match' });
}

/** @throws {HttpError} invalid_field */
function idempotencyKey(c: Context): string | undefined {
  const key = c.req.header('Idempotency-Key');
  if (key === undefined || isKey(key)) return key;
  const detail = `1 to ${limits.idempotencyKey} printable ASCII characters`;
  throw new HttpError('invalid_field', { field: 'Idempotency-Key', detail });
}

const isKey = (text: string): boolean => /^[\x20-\x7e]+$/.test(text) && text.length <= limits.idempotencyKey;

/**
 * What a request to change a post says of the post's history.
 * @throws {HttpError} invalid_field
 */
function claimsOf(c: Context): Claims {
  const named = c.req.header(unansweredHeader)?.split(',') ?? [];
  const unanswered = named.map((key) => key.trim()).filter((key) => key !== '');
  if (unanswered.length <= mostUnanswered && unanswered.every(isKey)) {
    return { began: firstTagIn(c.req.header('If-Match')), unanswered };
  }
  const detail = `${mostUnanswered} keys at most, each as Idempotency-Key takes it`;
  throw new HttpError('invalid_field', { field: unansweredHeader, detail });
}
