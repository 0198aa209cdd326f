import { type ConversionConfig, toJsonSchema } from '@valibot/to-json-schema';
import type { Handler } from 'hono';
import * as v from 'valibot';
import { loginSchema, registrationSchema } from '../../contract/accounts.ts';
import { newPostSchema } from '../../contract/posts.ts';
import { type ProblemCode, problemSchema } from '../../contract/problems.ts';
import { product } from '../../contract/product.ts';
import type { StoredPost } from '../posts.ts';
import { statusOf } from './problem.ts';
import { respondJson } from './response.ts';

/** What this server answers, which is stricter than what the app takes from any backend. */
const post = v.strictObject({
  _id: v.pipe(v.string(), v.uuid()),
  title: v.string(),
  summary: v.string(),
  imgUrl: v.string(),
  content: v.string(),
  createdAt: v.pipe(v.string(), v.isoTimestamp()),
  author: v.strictObject({ email: v.string() }),
}) satisfies v.GenericSchema<StoredPost>;
const credentials = v.strictObject({ token: v.string(), userId: v.pipe(v.string(), v.uuid()) });
const profile = v.strictObject({ username: v.string(), email: v.string() });

type Call = {
  summary: string;
  /** Where it needs a login: the token alone, or the session cookie too. */
  needs?: ('token' | 'cookie')[];
  parameters?: object[];
  takes?: v.GenericSchema;
  gives: Record<number, v.GenericSchema | null>;
  refuses: ProblemCode[];
};

const inPath = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } });
const after = { name: 'after', in: 'query', description: 'The id of the last post seen', schema: { type: 'string' } };
const header = (name: string, description: string) => ({ name, in: 'header', description, schema: { type: 'string' } });
const author = header('Storyline-Author', 'Whose work this is; refused when the login is another’s');
const body = [
  'malformed_json',
  'unsupported_media_type',
  'body_too_large',
  'invalid_field',
  'request_timeout',
] as const;
const writing = ['not_authenticated', 'wrong_origin', 'wrong_author'] as const;

const calls: Record<string, Record<string, Call>> = {
  '/auth/me': {
    get: { summary: 'Who is logged in', needs: ['token'], gives: { 200: profile }, refuses: ['not_authenticated'] },
  },
  '/auth/register': {
    post: {
      summary: 'Open an account, and log in',
      takes: registrationSchema,
      gives: { 201: credentials },
      refuses: [...body, 'email_taken', 'too_many_attempts'],
    },
  },
  '/auth/login': {
    post: {
      summary: 'Log in',
      takes: loginSchema,
      gives: { 200: credentials },
      refuses: [...body, 'wrong_credentials', 'too_many_attempts'],
    },
  },
  '/blog/posts': {
    get: {
      summary: 'The newest posts; `Link` leads to the next page',
      parameters: [after],
      gives: { 200: v.array(post), 304: null },
      refuses: ['invalid_cursor'],
    },
    post: {
      summary: 'Publish; with the same key again, the same post',
      needs: ['token', 'cookie'],
      parameters: [header('Idempotency-Key', 'Made once for each post'), author],
      takes: newPostSchema,
      gives: { 200: post, 201: post },
      refuses: [...body, ...writing, 'idempotency_key_reused'],
    },
  },
  '/blog/posts/{id}': {
    get: {
      summary: 'One post',
      parameters: [inPath('id')],
      gives: { 200: post, 304: null },
      refuses: ['post_not_found'],
    },
    delete: {
      summary: 'Delete a post of one’s own',
      needs: ['token', 'cookie'],
      parameters: [inPath('id'), author],
      gives: { 204: null },
      refuses: [...writing, 'not_owner', 'post_not_found'],
    },
  },
  '/blog/users/{userId}/posts': {
    get: {
      summary: 'The newest posts of one author',
      parameters: [inPath('userId'), after],
      gives: { 200: v.array(post), 304: null },
      refuses: ['user_not_found', 'invalid_cursor'],
    },
  },
  '/healthz': {
    get: {
      summary: 'Whether the database answers',
      gives: { 200: v.strictObject({ status: v.literal('ok') }) },
      refuses: [],
    },
  },
};

/** The calls as an OpenAPI 3.1 document, made of the schemas that they are checked with. */
export function openApiDocument() {
  const paths = Object.entries(calls).map(([path, methods]) => [
    path,
    Object.fromEntries(Object.entries(methods).map(([method, call]) => [method, operation(`${method} ${path}`, call)])),
  ]);
  return {
    openapi: '3.1.0',
    info: {
      title: product.name,
      description: product.description,
      version: '1',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer' },
        cookie: { type: 'apiKey', in: 'cookie', name: 'session' },
      },
      schemas: { Problem: jsonSchema(v.strictObject(problemSchema.entries)) },
    },
  };
}

export const openApiHandler: Handler = (c) => respondJson(c, 200, openApiDocument());

function operation(name: string, { summary, needs, parameters = [], takes, gives, refuses }: Call) {
  const operationId = name.replaceAll(/[^a-z]+(\w?)/gi, (_, next: string) => next.toUpperCase());
  const refused = Map.groupBy([...refuses, 'internal', 'unavailable'] satisfies ProblemCode[], statusOf);
  return {
    operationId,
    summary,
    security: needs?.map((scheme) => ({ [scheme]: [] })) ?? [],
    ...(parameters.length > 0 && { parameters }),
    ...(takes && { requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(takes) } } } }),
    responses: {
      ...Object.fromEntries(Object.entries(gives).map(([status, schema]) => [status, given(schema)])),
      ...Object.fromEntries([...refused].map(([status, codes]) => [status, refusal(codes)])),
    },
  };
}

function given(schema: v.GenericSchema | null) {
  if (!schema) return { description: 'Nothing to say' };
  return { description: 'As asked', content: { 'application/json': { schema: jsonSchema(schema) } } };
}

function refusal(codes: ProblemCode[]) {
  const schema = { $ref: '#/components/schemas/Problem' };
  return { description: codes.join(', '), content: { 'application/problem+json': { schema } } };
}

/** What JSON Schema has no words for (text that can be stored, an email as RFC 5322 has it) is left out: the server refuses more. */
const conversion: ConversionConfig = { target: 'draft-2020-12', errorMode: 'ignore', typeMode: 'input' };

function jsonSchema(schema: v.GenericSchema) {
  const { $schema: _, ...rest } = toJsonSchema(schema, conversion);
  return rest;
}
