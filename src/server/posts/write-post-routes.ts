import type { Context } from 'hono';
import { importedPostSchema } from '../../contract/import-post.ts';
import { callPaths, type callTemplates } from '../../contract/paths.ts';
import { newPostSchema } from '../../contract/posts.ts';
import { expectSharesLeft, type Shares } from '../access/account-shares.ts';
import { requireUserForWrite } from '../access/authentication.ts';
import { longestImportBody, longestPostBody } from '../http/json-body.ts';
import { isConditional, preconditionOf } from '../http/preconditions.ts';
import type { HandlerOf } from '../http/register-route.ts';
import { respond, respondJson } from '../http/respond.ts';
import type { Store } from '../store/schema.ts';
import { deletePost } from './delete-posts.ts';
import { editPost } from './edit-post.ts';
import type { PostIndexer } from './post-index.ts';
import { publish } from './publish-post.ts';
import type { StoredPost } from './query-posts.ts';
import { postReceiver } from './receive-post.ts';
import { importPost } from './store-imported-post.ts';
import { changeOriginOf, expectCondition, idempotencyKey } from './write-headers.ts';

type Paths = typeof callTemplates;

export function writePostHandlers(store: Store, shares: Shares, indexer: PostIndexer) {
  const { counted, receive } = postReceiver(store, shares, indexer);

  const written = (c: Context) => ({ schema: newPostSchema, longest: longestPostBody, key: idempotencyKey(c) });

  const create: HandlerOf<Paths['posts']> = async (c) => {
    const sent = written(c);
    const { post, isStored } = await receive(c, sent, (author, post, makeEntry) =>
      publish(store, shares, author, post, sent.key, makeEntry),
    );
    return respondWritten(c, isStored ? 201 : 200, post);
  };

  const addImported: HandlerOf<Paths['importPost']> = async (c) => {
    const sent = { schema: importedPostSchema, longest: longestImportBody };
    const { post, isStored } = await receive(c, sent, (author, imported, makeEntry) =>
      importPost(store, shares, author, imported, makeEntry),
    );
    return respondWritten(c, isStored ? 201 : 200, post);
  };

  const edit: HandlerOf<Paths['post']> = async (c) => {
    expectCondition(c);
    const sent = written(c);
    const asked = { id: c.req.param('id'), holds: preconditionOf(c), ...changeOriginOf(c) };
    const { post } = await receive(c, sent, (author, post, makeEntry) =>
      editPost(store, shares, author, { ...asked, post }, sent.key, makeEntry),
    );
    return respondJson(c, 200, post, { ETag: post.etag });
  };

  const remove: HandlerOf<Paths['post']> = async (c) => {
    const author = await requireUserForWrite(c, store);
    await expectSharesLeft(store, shares, author.id);
    const origin = changeOriginOf(c);
    const condition = isConditional(c) ? { holds: preconditionOf(c), ...origin } : undefined;
    await counted(author, async () => {
      await deletePost(store, author, c.req.param('id'), condition);
      return { isStored: true };
    });
    return respond(c, 204, null);
  };

  return { create, addImported, edit, remove };
}

const respondWritten = (c: Context, status: 200 | 201, post: StoredPost): Response =>
  respondJson(c, status, post, { Location: callPaths.post(post._id), ETag: post.etag });
