import type { Context } from 'hono';
import type { StatusCode } from 'hono/utils/http-status';
import type { Problem, ProblemCode } from '../../contract/problems.ts';
import { Refusal } from '../refusal.ts';
import { type Headers, respondJson } from './response.ts';

const problems: Record<ProblemCode, { status: StatusCode; title: string; headers?: Headers }> = {
  malformed_request: { status: 400, title: 'The request is not well-formed HTTP' },
  headers_too_large: { status: 431, title: 'The headers are larger than this server reads' },
  request_timeout: { status: 408, title: 'The request took too long to arrive' },
  expectation_failed: { status: 417, title: 'This server keeps no such expectation' },
  malformed_json: { status: 400, title: 'The body is not well-formed JSON' },
  body_too_large: { status: 413, title: 'The body is larger than this server reads' },
  invalid_field: { status: 422, title: 'A field is missing, of the wrong type, or too long or short' },
  email_taken: { status: 409, title: 'There is an account with this email' },
  too_many_attempts: { status: 429, title: 'There have been too many attempts; try again later' },
  wrong_credentials: { status: 401, title: 'Email and password do not fit' },
  not_authenticated: { status: 401, title: 'This needs a login', headers: { 'WWW-Authenticate': 'Bearer' } },
  wrong_origin: { status: 403, title: 'The session cookie is good for pages of this origin alone' },
  wrong_author: { status: 403, title: 'This is the work of another user than the one who is logged in' },
  not_owner: { status: 403, title: 'This post belongs to someone else' },
  post_not_found: { status: 404, title: 'There is no such post' },
  user_not_found: { status: 404, title: 'There is no such user' },
  path_not_found: { status: 404, title: 'There is nothing here' },
  method_not_allowed: { status: 405, title: 'This cannot be done here' },
  unsupported_media_type: { status: 415, title: 'The body must be application/json' },
  invalid_cursor: { status: 422, title: 'The list cannot be continued from there' },
  idempotency_key_reused: { status: 422, title: 'This key has carried another post' },
  unavailable: { status: 503, title: 'The database does not answer', headers: { 'Retry-After': '5' } },
  internal: { status: 500, title: 'Something went wrong on this server' },
};

export function statusOf(code: ProblemCode): StatusCode {
  return problems[code].status;
}

/** The answer to a refusal: a problem document (RFC 9457). */
export function problemResponse(c: Context, refusal: Refusal): Response {
  const { problem, headers } = problemOf(refusal, c.get('visit').id);
  return respondJson(c, problem.status, problem, headers);
}

export function problemOf({ code, extras }: Refusal, requestId: string) {
  const { status, title, headers } = problems[code];
  const problem = {
    type: 'about:blank',
    title,
    status,
    code,
    ...(extras.detail !== undefined && { detail: extras.detail }),
    ...(extras.field !== undefined && { field: extras.field }),
    requestId,
  } satisfies Problem;
  return { problem, headers: { 'Content-Type': 'application/problem+json', ...headers, ...extras.headers } };
}

/** An error nobody foresaw says nothing of itself to the outside. */
export function refusalOf(error: unknown, isUnavailable: (error: unknown) => boolean): Refusal {
  if (error instanceof Refusal) return error;
  return new Refusal(isUnavailable(error) ? 'unavailable' : 'internal');
}
