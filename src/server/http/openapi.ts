import { type ConversionConfig, toJsonSchema } from '@valibot/to-json-schema';
import type { Handler } from 'hono';
import * as v from 'valibot';
import { type ProblemCode, problemSchema } from '../../contract/problems.ts';
import { product, productDescription } from '../../contract/product.ts';
import type { Call, Route } from './call.ts';
import { statusOf } from './problem-document.ts';
import { respondJson } from './respond.ts';

/** Describes the calls in an OpenAPI 3.1 document, made from the schemas that requests are validated with. */
function openApiDocument(routes: Route[]) {
  const paths = routes.map(({ template, calls }) => {
    const operations = Object.entries(calls).map(([method, call]) => [
      method.toLowerCase(),
      operation(method, template, call),
    ]);
    return [template.replaceAll(parameter, '{$1}'), Object.fromEntries(operations)];
  });
  return {
    openapi: '3.1.0',
    info: {
      title: product.name,
      description: productDescription,
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

/** Returns a handler that describes these routes. The first request makes the document; later ones get the same. */
export function openApiHandler(routes: Route[]): Handler {
  let document: ReturnType<typeof openApiDocument> | undefined;
  return (c) => {
    document ??= openApiDocument(routes);
    return respondJson(c, 200, document);
  };
}

/** A parameter in the template of a path. */
const parameter = /:(\w+)/g;

function operation(method: string, template: string, call: Call<never>) {
  const { summary, needs, takes, takesImage, gives, givesImage, refuses, refusesAsGone } = call;
  const name = `${method.toLowerCase()} ${template}`;
  const operationId = name.replaceAll(/[^a-z]+(\w?)/gi, (_, next: string) => next.toUpperCase());
  const inPath = [...template.matchAll(parameter)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const parameters = [...inPath, ...(call.parameters ?? [])];
  const refused = Map.groupBy(
    [...refuses, 'precondition_failed', 'internal', 'busy', 'unavailable'] satisfies ProblemCode[],
    statusOf,
  );
  return {
    operationId,
    summary,
    security: needs?.map((scheme) => ({ [scheme]: [] })) ?? [],
    ...(parameters.length > 0 && { parameters }),
    ...(takesImage && { requestBody: { required: true, content: contentOf(takesImage) } }),
    ...(takes && { requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(takes) } } } }),
    responses: {
      ...Object.fromEntries(
        Object.entries(gives).map(([status, schema]) => [
          status,
          given(schema, status === '200' ? givesImage : undefined),
        ]),
      ),
      ...Object.fromEntries([...refused].map(([status, codes]) => [status, refusal(codes)])),
      ...(refusesAsGone && { 410: refusal(refusesAsGone) }),
    },
  };
}

/** Gives each media type an empty schema, which means bytes in OpenAPI 3.1. */
function contentOf(mediaTypes: string[]) {
  return Object.fromEntries(mediaTypes.map((type) => [type, {}]));
}

function given(schema: v.GenericSchema | null, image?: string[]) {
  if (image) return { description: 'The image', content: contentOf(image) };
  if (!schema) return { description: 'No content' };
  return { description: 'Success', content: { 'application/json': { schema: jsonSchema(schema) } } };
}

function refusal(codes: ProblemCode[]) {
  const schema = { $ref: '#/components/schemas/Problem' };
  return { description: codes.join(', '), content: { 'application/problem+json': { schema } } };
}

/**
 * Leaves out rules that JSON Schema can't express (storable text, emails by RFC 5322), so the server rejects more than
 * the document says.
 */
const conversion: ConversionConfig = { target: 'draft-2020-12', errorMode: 'ignore', typeMode: 'input' };

function jsonSchema(schema: v.GenericSchema) {
  const { $schema: _, ...rest } = toJsonSchema(schema, conversion);
  return rest;
}
