import type { Context } from 'hono';
import * as v from 'valibot';
import { limits } from '../../contract/limits.ts';
import { Refusal } from '../refusal.ts';

/** @throws {Refusal} unsupported_media_type, body_too_large, malformed_json, invalid_field */
export async function readJson<T extends v.GenericSchema>(c: Context, schema: T): Promise<v.InferOutput<T>> {
  const mediaType = c.req.header('Content-Type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType !== 'application/json') throw new Refusal('unsupported_media_type');
  const json = parse(await readBody(c.req.raw));
  const read = v.safeParse(schema, json);
  if (read.success) return read.output;
  const [issue] = read.issues;
  const field = v.getDotPath(issue);
  throw new Refusal('invalid_field', { detail: issue.message, ...(field !== null && { field }) });
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new Refusal('malformed_json');
  }
}

/** Stops reading at the limit, whatever Content-Length says or leaves out. */
async function readBody(request: Request): Promise<Buffer> {
  if (Number(request.headers.get('Content-Length')) > limits.requestBody) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.length;
      if (size > limits.requestBody) throw tooLarge();
      chunks.push(chunk);
    }
  } catch (error) {
    // Who sent it has gone, and nobody reads the answer.
    if (request.signal.aborted) throw new Refusal('malformed_request', { detail: 'the body ended too early' });
    throw error;
  }
  return Buffer.concat(chunks);
}

function tooLarge(): Refusal {
  return new Refusal('body_too_large', {
    detail: `at most ${limits.requestBody} bytes`,
    headers: { Connection: 'close' },
  });
}
