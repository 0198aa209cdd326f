import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { expect } from 'vitest';
import { accountPaths } from '../../src/contract/account-paths.ts';
import { defaultQuotas } from '../../src/server/access/attempt-quotas.ts';
import { fuzzSeed, isGate } from '../test-run.ts';
import type { TestBackend } from './support/backend.ts';
import { sqlite, stores } from './support/stores.ts';
import { testOn } from './support/test-on.ts';

const test = testOn(sqlite);

type Schema = {
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  minLength?: number;
  maxLength?: number;
  format?: string;
};
type Content = Record<string, { schema: object }>;
type Operation = {
  parameters?: { name: string; in: string; required?: boolean }[];
  requestBody?: { content: { 'application/json'?: { schema: Schema } } };
  responses: Record<string, { content?: Content }>;
};
type Document = { paths: Record<string, Record<string, Operation>>; components: object };

async function documentOf(backend: TestBackend): Promise<Document> {
  const response = await backend.request('/openapi.json');
  expect(response.status).toBe(200);
  return (await response.json()) as Document;
}

test('openapi.json is a valid OpenAPI document with a unique operationId for each call', async ({ backend }) => {
  const document = await documentOf(backend);
  const { valid, errors } = await new Validator().validate({ ...document });
  expect(valid, JSON.stringify(errors)).toBe(true);
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  expect(operations).toHaveLength(32);
  const names = operations.map((operation) => Reflect.get(operation, 'operationId'));
  expect(new Set(names).size).toBe(names.length);
  expect(document.paths['/auth/register']?.post?.requestBody?.content['application/json']?.schema).toMatchObject({
    required: ['name', 'email', 'password'],
    properties: { password: { type: 'string', minLength: 8, maxLength: 200 } },
  });
  const { post, put, delete: remove } = { ...document.paths['/blog/posts'], ...document.paths['/blog/posts/{id}'] };
  expect(post?.responses).toHaveProperty('410');
  for (const operation of [put, remove])
    expect(operation?.parameters).toContainEqual(
      expect.objectContaining({ name: 'Storyline-Unanswered', in: 'header' }),
    );
});

/** Returns an arbitrary of values that the schema allows, and a few that it does not allow. */
function valuesOf({
  type,
  properties = {},
  required = [],
  minLength = 0,
  maxLength = 300,
  format,
}: Schema): fc.Arbitrary<unknown> {
  if (type === 'object') {
    const fields = Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, valuesOf(schema)]));
    const requiredKeys = required.filter((name) => name in fields);
    return fc.oneof(
      { weight: 6, arbitrary: fc.record(fields, { requiredKeys }) },
      { weight: 1, arbitrary: fc.record(fields, { requiredKeys: [] }) },
      { weight: 1, arbitrary: fc.jsonValue() },
    );
  }
  const length = { minLength: Math.min(minLength, 300), maxLength: Math.min(maxLength, 300) };
  const right = format === 'email' ? fc.emailAddress() : fc.string({ unit: 'grapheme', ...length });
  return fc.oneof({ weight: 20, arbitrary: right }, { weight: 1, arbitrary: fc.jsonValue() });
}

test('the server answers valid and invalid requests as openapi.json says', {
  on: stores,
  extras: {
    quotas: { ...defaultQuotas, loginsPerAccount: 0, loginsPerAddress: 0, registrationsPerAccount: 3 },
  },
}, async ({ backend }) => {
  const document = await documentOf(backend);
  let author = await backend.register();
  const posts = await backend.publishMany(author, 3);
  const ajv = addFormats.default(new Ajv2020({ strict: false, validateFormats: true }));
  ajv.addSchema({ $id: 'document', ...document });
  const ids = fc.constantFrom('none', author.userId, ...posts.map(({ _id }) => _id));
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const asked = fc.constantFrom(...operations).chain(({ path, method, operation }) => {
    const schema = operation.requestBody?.content['application/json']?.schema;
    return fc.record({
      path: fc.constant(path),
      method: fc.constant(method),
      operation: fc.constant(operation),
      id: ids,
      after: fc.option(ids),
      isLoggedIn: fc.boolean(),
      key: fc.option(fc.constantFrom('a', 'b')),
      version: fc.integer({ min: 0, max: 3 }),
      body: schema ? valuesOf(schema) : fc.constant(undefined),
    });
  });
  await fc.assert(
    fc.asyncProperty(asked, async ({ path, method, operation, id, after, isLoggedIn, key, version, body }) => {
      const query =
        after !== null && operation.parameters?.some(({ name }) => name === 'after') ? `?after=${after}` : '';
      const url = path.replace('{version}', `${version}`).replace(/\{\w+\}/, id) + query;
      const takesTag = version > 0 && operation.parameters?.some(({ name }) => name === 'If-Match');
      const condition = takesTag && (await backend.request(url)).headers.get('ETag');
      const response = await backend.request(url, {
        method: method.toUpperCase(),
        headers: {
          ...(isLoggedIn && author.bearer),
          ...(key && { 'Idempotency-Key': key }),
          ...(condition && { 'If-Match': condition }),
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      // This call has ended the author's own session.
      if (isLoggedIn && path === accountPaths.sessions && method === 'delete')
        author = await backend.logIn(author.email);
      const documented = operation.responses[response.status];
      expect(documented, `${response.status}`).toBeDefined();
      expect(response.status).toBeLessThan(500);
      const type = response.headers.get('Content-Type');
      if (!documented?.content) {
        expect(type).toBeNull();
        return;
      }
      expect(Object.keys(documented.content)).toEqual([type]);
      const pointer = [path, method, 'responses', String(response.status), 'content', type ?? '', 'schema'].map(
        (part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')),
      );
      const said: unknown = await response.json();
      expect(
        ajv.validate({ $ref: `document#/paths/${pointer.join('/')}` }, said),
        `${JSON.stringify(ajv.errors)} ${JSON.stringify(said)}`,
      ).toBe(true);
    }),
    { numRuns: isGate() ? 150 : 400, seed: fuzzSeed() },
  );
});
