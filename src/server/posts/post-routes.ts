import * as v from 'valibot';
import { importedPostSchema } from '../../contract/import-post.ts';
import { callTemplates } from '../../contract/paths.ts';
import { newPostSchema } from '../../contract/posts.ts';
import { mostUnanswered, unansweredHeader } from '../../contract/unanswered.ts';
import { longestQuery } from '../../text/search/search-queries.ts';
import type { Shares } from '../access/account-shares.ts';
import { writing } from '../access/who-asks.ts';
import { body, header, inQuery, type Route, route } from '../http/call.ts';
import type { PostIndexer } from './post-index.ts';
import type { NamedPost, StoredPost } from './query-posts.ts';
import { type PostSources, readPostHandlers } from './read-post-routes.ts';
import { versionRoutes } from './version-routes.ts';
import { writePostHandlers } from './write-post-routes.ts';

/**
 * Schemas of the fields in this server's posts. They are stricter than those by which the app checks any backend's
 * posts.
 */
const texts = {
  _id: v.pipe(v.string(), v.uuid()),
  title: v.string(),
  summary: v.string(),
  imgUrl: v.string(),
  content: v.string(),
  createdAt: v.pipe(v.string(), v.isoTimestamp()),
  version: v.pipe(v.number(), v.integer(), v.minValue(1)),
  updatedAt: v.exactOptional(v.pipe(v.string(), v.isoTimestamp())),
  etag: v.pipe(v.string(), v.regex(/^"[\w-]+"$/)),
};
const id = v.pipe(v.string(), v.uuid());
const post = v.strictObject({
  ...texts,
  author: v.strictObject({ id, email: v.string() }),
}) satisfies v.GenericSchema<StoredPost>;
const namedPost = v.strictObject({
  ...texts,
  author: v.strictObject({ id, name: v.string() }),
}) satisfies v.GenericSchema<NamedPost>;
const after = inQuery('after', 'As `Link` has it; of the plain list, the id of the last post seen');
const words = inQuery('q', 'Words, all of which are to be found. Authors of the posts are then told by their names', {
  type: 'string',
  maxLength: longestQuery,
});
const topic = inQuery('topic', 'A topic without its `#`. Authors of the posts are then told by their names');
const ofAuthor = inQuery('author', 'The id of an author, who is then told by their name');
const unanswered = header(
  unansweredHeader,
  `The keys of the author’s calls whose answers were not seen, separated by commas, ${mostUnanswered} at most; a refusal by version_mismatch says which of them made a version of the post`,
);

/** The calls of posts, their lists and their versions. */
export function postRoutes(sources: PostSources, shares: Shares, indexer: PostIndexer): Route[] {
  const { list, listOfUser, read } = readPostHandlers(sources);
  const { create, addImported, edit, remove } = writePostHandlers(sources.store, shares, indexer);
  const { needs, author } = writing;
  return [
    route(callTemplates.posts, {
      GET: {
        summary:
          'The newest posts, all or of one topic or author; or those in which words are found, best first. `Link` leads to the next page',
        parameters: [after, words, topic, ofAuthor],
        gives: { 200: v.union([v.array(post), v.array(namedPost)]), 304: null },
        refuses: ['invalid_cursor', 'invalid_field', 'user_not_found'],
        answer: list,
      },
      POST: {
        summary: 'Publish a post; a repetition with the same key gets the same post',
        needs,
        parameters: [header('Idempotency-Key', 'Made once for each post'), author],
        takes: newPostSchema,
        gives: { 200: post, 201: post },
        refuses: [...body, ...writing.refuses, 'idempotency_key_reused', 'posting_limit_reached'],
        refusesAsGone: ['post_not_found'],
        answer: create,
      },
    }),
    // Registered before the template that would match this path, too.
    route(callTemplates.importPost, {
      POST: {
        summary: 'Import a post with its date and versions; a repetition adds no second post',
        needs,
        parameters: [author],
        takes: importedPostSchema,
        gives: { 200: post, 201: post },
        refuses: [...body, ...writing.refuses, 'not_owner', 'posting_limit_reached'],
        answer: addImported,
      },
    }),
    postRoute({ read, edit, remove }),
    route(callTemplates.userPosts, {
      GET: {
        summary: 'The newest posts of one author',
        parameters: [after],
        gives: { 200: v.array(post), 304: null },
        refuses: ['user_not_found', 'invalid_cursor'],
        answer: listOfUser,
      },
    }),
    ...versionRoutes(sources.store),
  ];
}

type PostHandlers = Pick<ReturnType<typeof readPostHandlers>, 'read'> &
  Pick<ReturnType<typeof writePostHandlers>, 'edit' | 'remove'>;

const postRoute = (handlers: PostHandlers): Route =>
  route(callTemplates.post, {
    GET: { summary: 'One post', gives: { 200: post, 304: null }, refuses: ['post_not_found'], answer: handlers.read },
    PUT: {
      summary: 'Edit one of the user’s posts; a repetition with the same key gets the same version',
      needs: writing.needs,
      parameters: [
        {
          ...header('If-Match', 'The version that the edit began from, as its `ETag` or `etag` has it'),
          required: true,
        },
        header('Idempotency-Key', 'Made once for each edit'),
        unanswered,
        writing.author,
      ],
      takes: newPostSchema,
      gives: { 200: post },
      refuses: [
        ...body,
        ...writing.refuses,
        'not_owner',
        'post_not_found',
        'precondition_required',
        'version_mismatch',
        'idempotency_key_reused',
        'posting_limit_reached',
      ],
      answer: handlers.edit,
    },
    DELETE: {
      summary: 'Delete one of the user’s posts',
      needs: writing.needs,
      parameters: [
        header('If-Match', 'The version that is to be deleted; without it, whichever it is'),
        unanswered,
        writing.author,
      ],
      gives: { 204: null },
      refuses: [
        ...writing.refuses,
        'invalid_field',
        'not_owner',
        'post_not_found',
        'version_mismatch',
        'posting_limit_reached',
      ],
      answer: handlers.remove,
    },
  });
