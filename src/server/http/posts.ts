import type { Context, Handler } from 'hono';
import { validate as isUuid } from 'uuid';
import { limits } from '../../contract/limits.ts';
import { callPaths } from '../../contract/paths.ts';
import { newPostSchema } from '../../contract/posts.ts';
import { deletePost, type PageOfIds, pageOfPosts, pageOfUser, publish, readPost } from '../posts.ts';
import { Refusal } from '../refusal.ts';
import type { Store } from '../store/schema.ts';
import { writer } from './authentication.ts';
import { readJson } from './body.ts';
import { answer, jsonDocument } from './document.ts';
import { pageDocuments } from './pages.ts';

export function postHandlers(store: Store) {
  const documentOf = pageDocuments(store);

  const list: Handler = async (c) => {
    const page = await pageOfPosts(store, cursor(c));
    return answer(c, await documentOf(page), nextLink(callPaths.posts, page));
  };

  const listOfUser: Handler = async (c) => {
    const userId = c.req.param('userId') ?? '';
    const page = await pageOfUser(store, userId, cursor(c));
    return answer(c, await documentOf(page), nextLink(callPaths.userPosts(userId), page));
  };

  const read: Handler = async (c) => answer(c, jsonDocument(await readPost(store, idOf(c))));

  const create: Handler = async (c) => {
    const author = await writer(c, store);
    const key = idempotencyKey(c);
    const { post, repeated } = await publish(store, author, await readJson(c, newPostSchema), key);
    return c.json(post, repeated ? 200 : 201, { Location: callPaths.post(post._id), 'Cache-Control': 'no-store' });
  };

  const remove: Handler = async (c) => {
    await deletePost(store, await writer(c, store), idOf(c));
    return c.body(null, 204);
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

/** Web Linking (RFC 8288). */
function nextLink(path: string, { ids, more }: PageOfIds): string | undefined {
  return more ? `<${path}?after=${ids.at(-1)}>; rel="next"` : undefined;
}

function idempotencyKey(c: Context): string | undefined {
  const key = c.req.header('Idempotency-Key');
  if (key === undefined || (/^[\x20-\x7e]+$/.test(key) && key.length <= limits.idempotencyKey)) return key;
  const detail = `1 to ${limits.idempotencyKey} printable ASCII characters`;
  throw new Refusal('invalid_field', { field: 'Idempotency-Key', detail });
}
