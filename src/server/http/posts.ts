import type { Context, Handler } from 'hono';
import { validate as isUuid } from 'uuid';
import { limits } from '../../contract/limits.ts';
import { callPaths } from '../../contract/paths.ts';
import { newPostSchema } from '../../contract/posts.ts';
import { deletePost, type PageOfIds, pageOfPosts, pageOfUser, publish, readPost, readPosts } from '../posts.ts';
import { Refusal } from '../refusal.ts';
import type { Store } from '../store/schema.ts';
import { writer } from './authentication.ts';
import { readJson } from './body.ts';
import { answer, jsonDocument } from './document.ts';
import type { KeptDocuments } from './kept-documents.ts';
import { respond, respondJson } from './response.ts';
import { together } from './together.ts';

export function postHandlers(store: Store, kept: KeptDocuments) {
  // A post never changes once it is published, nor does its author's email: the ids on a page say all there is to know
  // about it, so a page is made once, and asking the database for the ids alone keeps it true on every server.
  const documentOf = ({ ids }: PageOfIds) => kept(ids.join(), async () => jsonDocument(await readPosts(store, ids)));

  const listFrom = together(async (after) => {
    const page = await pageOfPosts(store, after || undefined);
    return { document: await documentOf(page), links: nextLink(callPaths.posts, page) };
  });

  const list: Handler = async (c) => {
    const { document, links } = await listFrom(cursor(c) ?? '');
    return answer(c, document, { links });
  };

  const listOfUser: Handler = async (c) => {
    const userId = c.req.param('userId') ?? '';
    const page = await pageOfUser(store, userId, cursor(c));
    return answer(c, await documentOf(page), { links: nextLink(callPaths.userPosts(userId), page) });
  };

  const read: Handler = async (c) => answer(c, jsonDocument(await readPost(store, idOf(c))));

  const create: Handler = async (c) => {
    const author = await writer(c, store);
    const key = idempotencyKey(c);
    const { post, repeated } = await publish(store, author, await readJson(c, newPostSchema), key);
    return respondJson(c, repeated ? 200 : 201, post, { Location: callPaths.post(post._id) });
  };

  const remove: Handler = async (c) => {
    await deletePost(store, await writer(c, store), idOf(c));
    return respond(c, 204, null);
  };

  return { list, listOfUser, read, create, remove };
}

function idOf(c: Context): string {
  return c.req.param('id') ?? '';
}

/** The id of the last post the reader has seen; the next page begins after it. */
function cursor(c: Context): string | undefined {
  const after = c.req.query('after');
  if (after === undefined || isUuid(after)) return after?.toLowerCase();
  throw new Refusal('invalid_cursor', { field: 'after' });
}

/** Where the older posts of a page are, if there are any. */
export function nextPath(path: string, { ids, more }: PageOfIds): string | undefined {
  return more ? `${path}?after=${ids.at(-1)}` : undefined;
}

/** Web Linking (RFC 8288). */
function nextLink(path: string, page: PageOfIds): string | undefined {
  const next = nextPath(path, page);
  return next && `<${next}>; rel="next"`;
}

function idempotencyKey(c: Context): string | undefined {
  const key = c.req.header('Idempotency-Key');
  if (key === undefined || (/^[\x20-\x7e]+$/.test(key) && key.length <= limits.idempotencyKey)) return key;
  const detail = `1 to ${limits.idempotencyKey} printable ASCII characters`;
  throw new Refusal('invalid_field', { field: 'Idempotency-Key', detail });
}
