import type { Context } from 'hono';
import type { StatusCode } from 'hono/utils/http-status';
import { type Problem, type ProblemCode, problemTypeOf } from '../../contract/problems.ts';
import { HttpError } from '../process/http-error.ts';
import { type Headers, respondJson } from './respond.ts';

/** The status and title of every problem type. `pages/problem-page.ts` renders a page that explains a type. */
export const problemTypes: Record<ProblemCode, { status: StatusCode; title: string; headers?: Headers }> = {
  malformed_request: { status: 400, title: 'The request is not well-formed HTTP' },
  headers_too_large: { status: 431, title: 'The headers are larger than this server reads' },
  request_timeout: { status: 408, title: 'The request took too long to arrive' },
  expectation_failed: { status: 417, title: 'This server does not support this Expect header' },
  malformed_json: { status: 400, title: 'The body is not well-formed JSON' },
  body_too_large: { status: 413, title: 'The body is larger than this server reads' },
  invalid_field: { status: 422, title: 'A field is missing, of the wrong type, or too long or short' },
  email_taken: { status: 409, title: 'There is an account with this email' },
  registration_closed: { status: 403, title: 'Nobody can register here' },
  invitation_required: {
    status: 403,
    title: 'Registering needs an invitation that has not been used and has not expired',
  },
  too_many_attempts: { status: 429, title: 'There have been too many attempts; try again later' },
  posting_limit_reached: { status: 429, title: 'This account has stored as much as it may in an hour' },
  wrong_credentials: { status: 401, title: 'Email and password do not match' },
  wrong_password: { status: 403, title: 'This is not the password of this account' },
  wrong_code: { status: 403, title: 'Email and recovery code do not match, or the code has been used' },
  wrong_link: { status: 403, title: 'This link has been used or replaced, or is more than a day old' },
  session_not_found: { status: 404, title: 'There is no such session' },
  wrong_passkey: { status: 401, title: 'The passkey’s signature is wrong, or its challenge was used or has expired' },
  unknown_passkey: { status: 401, title: 'This passkey has been removed, or was never added to this site' },
  passkey_refused: {
    status: 422,
    title: 'The new passkey is not valid for this site, or its challenge was used or has expired',
  },
  too_many_passkeys: { status: 409, title: 'This account has as many passkeys as it may have' },
  passkey_not_found: { status: 404, title: 'This account has no such passkey' },
  account_suspended: { status: 403, title: 'The people who run this site have suspended this account' },
  account_deleted: { status: 401, title: 'The account of this login has been deleted' },
  not_authenticated: { status: 401, title: 'This needs a login' },
  wrong_origin: { status: 403, title: 'Pages of another origin may not make this call' },
  wrong_author: { status: 403, title: 'The text was written by another user than the one who is logged in' },
  not_owner: { status: 403, title: 'This post belongs to someone else' },
  post_not_found: { status: 404, title: 'There is no such post' },
  version_not_found: { status: 404, title: 'This post has no such version' },
  image_not_found: { status: 404, title: 'There is no such image' },
  image_mismatch: { status: 422, title: 'The name of the image does not match its bytes' },
  image_metadata: { status: 422, title: 'The image has metadata, such as where it was taken; it must have none' },
  image_animated: { status: 422, title: 'The image is animated' },
  image_unreadable: { status: 422, title: 'This cannot be read as one whole WebP, JPEG or PNG image' },
  user_not_found: { status: 404, title: 'There is no such user' },
  unknown_host: { status: 421, title: 'The server does not recognize this host name as its own' },
  path_not_found: { status: 404, title: 'There is nothing here' },
  method_not_allowed: { status: 405, title: 'This method is not allowed here', headers: { Allow: '' } },
  unsupported_media_type: { status: 415, title: 'The body must be application/json' },
  invalid_cursor: { status: 422, title: 'The cursor of the list is not valid' },
  idempotency_key_reused: { status: 422, title: 'This Idempotency-Key was used for another post' },
  precondition_required: { status: 428, title: 'If-Match must name the version that the edit began from' },
  precondition_failed: { status: 412, title: 'The condition in If-Match or If-None-Match is false' },
  version_mismatch: { status: 412, title: 'This post has been edited since the version that If-Match names' },
  busy: { status: 503, title: 'This server is too busy at the moment', headers: { 'Retry-After': '2' } },
  unavailable: { status: 503, title: 'The database does not answer', headers: { 'Retry-After': '5' } },
  internal: { status: 500, title: 'Something went wrong on this server' },
};

/** Sent with every 401 (RFC 9110, 15.5.2). Browsers show no dialog of their own for this scheme. */
const challenge: Headers = { 'WWW-Authenticate': 'Bearer realm="storyline"' };

export function statusOf(code: ProblemCode): StatusCode {
  return problemTypes[code].status;
}

/** Returns a problem document (RFC 9457) as the response to an error. */
export function problemResponse(c: Context, refusal: HttpError): Response {
  const { problem, headers } = problemOf(refusal, c.get('requestContext').id);
  return respondJson(c, problem.status, problem, headers);
}

export function problemOf({ code, extras }: HttpError, requestId: string) {
  const { title, headers } = problemTypes[code];
  const { status = statusOf(code), headers: ownHeaders, ...members } = extras;
  const problem = { type: problemTypeOf(code), title, status, code, ...members, requestId } satisfies Problem;
  const challenged = status === 401 ? challenge : {};
  const type = { 'Content-Type': 'application/problem+json' };
  return { problem, headers: { ...type, ...challenged, ...headers, ...ownHeaders } };
}

/** Turns an unexpected error into `internal` or `unavailable`, so that its message never reaches a client. */
export function httpErrorOf(error: unknown, isUnavailable: (error: unknown) => boolean): HttpError {
  if (error instanceof HttpError) return error;
  return new HttpError(isUnavailable(error) ? 'unavailable' : 'internal');
}
