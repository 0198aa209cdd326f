import type { Context } from 'hono';
import * as v from 'valibot';
import { limits } from '../../contract/limits.ts';
import { HttpError } from '../process/http-error.ts';
import { expectPrecondition } from './preconditions.ts';
import { type Allowance, readBody } from './read-body.ts';

/** The most bytes of one UTF-16 code unit in JSON: `\uXXXX`, which some encoders write for everything beyond ASCII. */
const bytesPerEscape = 6;

/** In bytes: the longest allowed post with every character escaped, and room for the other fields. */
export const longestPostBody = bytesPerEscape * (limits.title + limits.imgUrl + limits.content) + limits.requestBody;

/** In bytes: room for the longest post and an earlier version of the same length, or several shorter versions. */
export const longestImportBody = 2 * longestPostBody;

/**
 * Reads a short JSON body and validates it.
 * @throws {HttpError} unsupported_media_type, precondition_failed, body_too_large, malformed_json, invalid_field
 */
export async function readJson<T extends v.GenericSchema>(c: Context, schema: T): Promise<v.InferOutput<T>> {
  return parseJson(await readJsonBody(c, limits.requestBody), schema);
}

/**
 * Evaluates the preconditions, then reads a body whose Content-Type is JSON. Does not parse it.
 * @param longest in bytes
 * @throws {HttpError} unsupported_media_type, precondition_failed, body_too_large, malformed_request, and the errors of
 * the allowance
 */
export async function readJsonBody(c: Context, longest: number, allowance?: Allowance): Promise<Buffer> {
  const mediaType = c.req.header('Content-Type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType !== 'application/json') throw new HttpError('unsupported_media_type');
  await expectPrecondition(c);
  return readBody(c.req.raw, longest, allowance);
}

/** @throws {HttpError} malformed_json, invalid_field */
export function parseJson<T extends v.GenericSchema>(body: Buffer, schema: T): v.InferOutput<T> {
  if (!isMostlyText(body))
    throw new HttpError('invalid_field', { detail: 'has too many bytes outside of its strings' });
  const json = decode(body);
  // Stops at the first error, so that no regular expression runs over a text that is too long for it.
  const read = v.safeParse(schema, json, { abortEarly: true, abortPipeEarly: true });
  if (read.success) return read.output;
  const [issue] = read.issues;
  const field = v.getDotPath(issue);
  throw new HttpError('invalid_field', { detail: issue.message, ...(field !== null && { field }) });
}

/** How many bytes of a body may be outside of strings. An import with 200 versions needs about 4,000. */
const mostOutsideStrings = 10_000;

const [quote, backslash] = ['"', '\\'].map((character) => character.charCodeAt(0));

/**
 * Whether at most `mostOutsideStrings` bytes of a JSON body are outside of strings. Counts without parsing, and stops
 * early. JSON.parse took 2 s and 300 MiB for 6 MB of nested lists, but takes 30 ms for one string of 6 MB.
 */
function isMostlyText(body: Buffer): boolean {
  let outside = 0;
  for (let at = 0; at < body.length; at++) {
    if (body[at] === quote) at = endOfString(body, at);
    else outside++;
    if (outside > mostOutsideStrings) return false;
  }
  return true;
}

function endOfString(body: Buffer, start: number): number {
  for (let at = start + 1; at < body.length; at++) {
    if (body[at] === quote) return at;
    if (body[at] === backslash) at++;
  }
  return body.length;
}

function decode(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new HttpError('malformed_json');
  }
}
