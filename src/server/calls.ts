import type { Hono } from 'hono';
import * as v from 'valibot';
import { loginSchema, registrationSchema } from '../contract/accounts.ts';
import { imageWidths } from '../contract/images.ts';
import { importedPostSchema } from '../contract/import-post.ts';
import { invitationHeader } from '../contract/invitation.ts';
import { callTemplates } from '../contract/paths.ts';
import { newPostSchema, versionSchema, versionTextSchema } from '../contract/posts.ts';
import { mostUnanswered, unansweredHeader } from '../contract/unanswered.ts';
import { longestQuery } from '../markdown/search-queries.ts';
import { accountCalls } from './accounts/account-call-table.ts';
import { passkeyCalls } from './accounts/passkeys/passkey-call-table.ts';
import { body, type Call, credentials } from './http/call.ts';
import { type HandlerOf, type Method, registerRoute } from './http/register-route.ts';
import type { NamedPost, StoredPost } from './posts/query-posts.ts';

const healthPath = '/healthz';

/** What this server responds with. It is stricter than what the app accepts from any backend. */
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
const profile = v.strictObject({ username: v.string(), email: v.string() });

const after = {
  name: 'after',
  in: 'query',
  description: 'As `Link` has it; of the plain list, the id of the last post seen',
  schema: { type: 'string' },
};
const words = {
  name: 'q',
  in: 'query',
  description: 'Words, all of which are to be found. Authors of the posts are then told by their names',
  schema: { type: 'string', maxLength: longestQuery },
};
const inQuery = (name: string, description: string) => ({ name, in: 'query', description, schema: { type: 'string' } });
const topic = inQuery('topic', 'A topic without its `#`. Authors of the posts are then told by their names');
const ofAuthor = inQuery('author', 'The id of an author, who is then told by their name');
const header = (name: string, description: string) => ({ name, in: 'header', description, schema: { type: 'string' } });
const author = header('Storyline-Author', 'Whose work this is; refused when the login is another’s');
const unanswered = header(
  unansweredHeader,
  `The keys of the author’s calls whose answers were not seen, separated by commas, ${mostUnanswered} at most; a refusal by version_mismatch says which of them made a version of the post`,
);
const reading = ['not_authenticated', 'account_suspended', 'account_deleted', 'wrong_origin'] as const;
const writing = [...reading, 'wrong_author'] as const;

/**
 * Every call, by the template of its path and by its method: what is registered (`routeCalls`), what is allowed there, and
 * what the OpenAPI document says of it.
 */
export const calls = {
  [callTemplates.profile]: {
    GET: {
      summary: 'Who is logged in',
      needs: ['token'],
      gives: { 200: profile },
      refuses: ['not_authenticated', 'account_suspended', 'account_deleted'],
    },
  },
  [callTemplates.register]: {
    POST: {
      summary: 'Open an account, and log in',
      parameters: [header(invitationHeader, 'Where registration is by invitation: the code of one')],
      takes: registrationSchema,
      gives: { 201: credentials },
      refuses: [...body, 'email_taken', 'registration_closed', 'invitation_required', 'too_many_attempts'],
    },
  },
  [callTemplates.login]: {
    POST: {
      summary: 'Log in',
      takes: loginSchema,
      gives: { 200: credentials },
      refuses: [...body, 'wrong_credentials', 'account_suspended', 'too_many_attempts'],
    },
  },
  ...accountCalls,
  ...passkeyCalls,
  [callTemplates.posts]: {
    GET: {
      summary:
        'The newest posts, all or of one topic or author; or those in which words are found, best first. `Link` leads to the next page',
      parameters: [after, words, topic, ofAuthor],
      gives: { 200: v.union([v.array(post), v.array(namedPost)]), 304: null },
      refuses: ['invalid_cursor', 'invalid_field', 'user_not_found'],
    },
    POST: {
      summary: 'Publish; with the same key again, the same post',
      needs: ['token', 'cookie'],
      parameters: [header('Idempotency-Key', 'Made once for each post'), author],
      takes: newPostSchema,
      gives: { 200: post, 201: post },
      refuses: [...body, ...writing, 'idempotency_key_reused', 'posting_limit_reached'],
      refusesAsGone: ['post_not_found'],
    },
  },
  [callTemplates.importPost]: {
    POST: {
      summary: 'Bring in a post from elsewhere with its date and its versions; again, the one that is there',
      needs: ['token', 'cookie'],
      parameters: [author],
      takes: importedPostSchema,
      gives: { 200: post, 201: post },
      refuses: [...body, ...writing, 'not_owner', 'posting_limit_reached'],
    },
  },
  [callTemplates.post]: {
    GET: {
      summary: 'One post',
      gives: { 200: post, 304: null },
      refuses: ['post_not_found'],
    },
    PUT: {
      summary: 'Edit a post of one’s own; with the same key again, the same version',
      needs: ['token', 'cookie'],
      parameters: [
        {
          ...header('If-Match', 'The version that the edit began from, as its `ETag` or `etag` has it'),
          required: true,
        },
        header('Idempotency-Key', 'Made once for each edit'),
        unanswered,
        author,
      ],
      takes: newPostSchema,
      gives: { 200: post },
      refuses: [
        ...body,
        ...writing,
        'not_owner',
        'post_not_found',
        'precondition_required',
        'version_mismatch',
        'idempotency_key_reused',
        'posting_limit_reached',
      ],
    },
    DELETE: {
      summary: 'Delete a post of one’s own',
      needs: ['token', 'cookie'],
      parameters: [
        header('If-Match', 'The version that is to be deleted; without it, whichever it is'),
        unanswered,
        author,
      ],
      gives: { 204: null },
      refuses: [
        ...writing,
        'invalid_field',
        'not_owner',
        'post_not_found',
        'version_mismatch',
        'posting_limit_reached',
      ],
    },
  },
  [callTemplates.versions]: {
    GET: {
      summary: 'The versions of a post of one’s own, newest first; `Link` leads to the next page',
      needs: ['token', 'cookie'],
      parameters: [{ ...after, description: 'The last version seen' }],
      gives: { 200: v.array(v.strictObject(versionSchema.entries)) },
      refuses: [...reading, 'not_owner', 'post_not_found', 'invalid_cursor'],
    },
  },
  [callTemplates.version]: {
    GET: {
      summary: 'One version of a post of one’s own',
      needs: ['token', 'cookie'],
      gives: { 200: v.strictObject(versionTextSchema.entries) },
      refuses: [...reading, 'not_owner', 'post_not_found', 'version_not_found'],
    },
  },
  [callTemplates.userPosts]: {
    GET: {
      summary: 'The newest posts of one author',
      parameters: [after],
      gives: { 200: v.array(post), 304: null },
      refuses: ['user_not_found', 'invalid_cursor'],
    },
  },
  [callTemplates.image]: {
    GET: {
      summary: 'An image that was uploaded, or a smaller form of it by `Accept`; never changes',
      parameters: [
        {
          name: 'width',
          in: 'query',
          description: 'Of the smaller form, in pixels; never wider than the image is',
          schema: { type: 'integer', enum: imageWidths },
        },
      ],
      givesImage: true,
      gives: { 200: null, 304: null },
      refuses: ['image_not_found', 'invalid_field'],
    },
    PUT: {
      summary: 'Upload an image under the name of its content and size; a repetition needs no body',
      needs: ['token', 'cookie'],
      parameters: [author],
      takesImage: true,
      gives: { 201: null, 204: null },
      refuses: [
        ...writing,
        'invalid_field',
        'body_too_large',
        'request_timeout',
        'image_mismatch',
        'image_metadata',
        'image_animated',
        'image_unreadable',
        'posting_limit_reached',
      ],
    },
  },
  [healthPath]: {
    GET: {
      summary: 'Whether the database answers',
      gives: { 200: v.strictObject({ status: v.literal('ok') }) },
      refuses: [],
    },
  },
} satisfies Record<string, Partial<Record<Method, Call>>>;

type Calls = typeof calls;

/** One handler for each call in the table, no fewer and no more. */
export type CallHandlers = {
  [Template in keyof Calls & string]: { [Method in keyof Calls[Template]]: HandlerOf<Template> };
};

export function routeCalls(app: Hono, handlers: CallHandlers): void {
  for (const [template, byMethod] of Object.entries(handlers)) registerRoute(app, template, byMethod);
}
