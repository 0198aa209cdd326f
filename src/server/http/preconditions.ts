import type { Context, Handler } from 'hono';
import { HttpError } from '../process/http-error.ts';
import { holdsIfMatch, matchedTag } from './entity-tags.ts';
import { statusOf } from './problem-document.ts';

declare module 'hono' {
  interface ContextVariableMap {
    /** Evaluates the request's preconditions; unset once they have been evaluated. */
    precondition?: (() => Promise<void>) | undefined;
  }
}

const failed = () => new HttpError('precondition_failed');

/** Answers a GET only if its `If-Match` holds. `If-None-Match` is evaluated after `If-Match` (RFC 9110, 13.2.2). */
export const withIfMatch =
  (read: Handler): Handler =>
  (c, next) => {
    const ifMatch = c.req.header('If-Match');
    return ifMatch === undefined ? read(c, next) : readIfMatched(ifMatch, async () => read(c, next));
  };

async function readIfMatched(ifMatch: string, read: () => Promise<Response>): Promise<Response> {
  const response = await read();
  if (isRepresentation(response) && !holdsIfMatch(ifMatch, tagOf(response))) throw failed();
  return response;
}

/**
 * Makes a request's preconditions available to the handler `change`. It evaluates them with `expectPrecondition` after
 * its other checks: they do not matter if the request is refused anyway (RFC 9110, 13.2.1).
 *
 * @param read the handler of GET at the same path; unset: nothing at this path has a representation
 */
export const withPreconditions =
  (change: Handler, read: Handler | undefined): Handler =>
  (c, next) => {
    if (isConditional(c)) {
      c.set('precondition', async () => {
        // Cleared first, so that the preconditions are evaluated only once. `read` also checks the login, as GET does.
        c.set('precondition', undefined);
        const etag = read && (await currentTag(async () => read(c, next)));
        if (!holds(fieldsOf(c), etag)) throw failed();
      });
    }
    return change(c, next);
  };

/**
 * Evaluates the preconditions. Call it after all checks except those of the body, and before any change.
 *
 * @throws {HttpError} precondition_failed
 */
export const expectPrecondition = async (c: Context): Promise<void> => c.get('precondition')?.();

/** Returns a check of the preconditions against an ETag, for handlers that call it in the transaction of the change. */
export function preconditionOf(c: Context): (etag: string) => boolean {
  c.set('precondition', undefined);
  const fields = fieldsOf(c);
  return (etag) => holds(fields, etag);
}

/** Whether the request has preconditions at all. */
export const isConditional = (c: Context): boolean => Object.values(fieldsOf(c)).some((field) => field !== undefined);

type Fields = { ifMatch: string | undefined; ifNoneMatch: string | undefined };

const fieldsOf = (c: Context): Fields => ({
  ifMatch: c.req.header('If-Match'),
  ifNoneMatch: c.req.header('If-None-Match'),
});

const holds = ({ ifMatch, ifNoneMatch }: Fields, etag: string | undefined): boolean =>
  holdsIfMatch(ifMatch, etag) && matchedTag(ifNoneMatch, etag) === undefined;

/** Returns the ETag of the representation: `''` if it has none, `undefined` if there is no representation. */
async function currentTag(read: () => Promise<Response>): Promise<string | undefined> {
  try {
    const response = await read();
    return isRepresentation(response) ? tagOf(response) : undefined;
  } catch (error) {
    if (error instanceof HttpError && statusOf(error.code) < 500) return undefined;
    throw error;
  }
}

const isRepresentation = ({ ok, status }: Response): boolean => ok || status === 304;

const tagOf = ({ headers }: Response): string => headers.get('ETag') ?? '';
