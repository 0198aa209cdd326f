import { type ProblemCode, problemCodes, type problemTemplate } from '../../contract/problems.ts';
import { problemTypes } from '../http/problem-document.ts';
import type { HandlerOf } from '../http/register-route.ts';
import { HttpError } from '../process/http-error.ts';
import type { SiteFinder } from '../site/site-finder.ts';
import { staticPage } from './static-error-page.ts';

/** The meaning of each problem, and the advice to people who meet it. */
const meanings: Record<ProblemCode, string> = {
  malformed_request:
    'The server could not read the bytes as one HTTP request, and has closed the connection. Repeating them changes nothing.',
  headers_too_large:
    'The request has more or longer headers than the server reads. Send fewer cookies, a shorter address or shorter headers.',
  request_timeout:
    'The rest of the request did not arrive in time. Send it again, over a faster connection or with a shorter body.',
  expectation_failed:
    'The server supports no expectation but 100-continue. Send the request without its Expect header.',
  malformed_json: 'The body is not JSON, or not UTF-8. Send one JSON object.',
  body_too_large:
    'The body is longer than this call takes. Send a shorter one; /openapi.json says how long each field may be.',
  invalid_field: 'The member “field” names the field that is not valid. /openapi.json describes every field.',
  email_taken: 'Somebody has registered with this email. Log in, or register with another one.',
  registration_closed: 'The people who run this site have closed registration.',
  invitation_required:
    'Registering needs a link from the people who run this site. A link works once, within seven days. Ask them for a new one.',
  too_many_attempts:
    'Too many passwords, codes or names were tried from this address or for this account. Wait as many seconds as Retry-After says.',
  posting_limit_reached:
    'An account may store a number of posts, images and bytes an hour. Wait as many seconds as Retry-After says.',
  wrong_credentials: 'No account has this email and this password. The answer does not say which of the two is wrong.',
  wrong_password: 'The call needs the password of the account that is logged in. The login itself stays valid.',
  wrong_code: 'No account has this email and this unused recovery code. Each code works once.',
  wrong_link:
    'A link to set a password works once, within a day, until a newer one replaces it. Ask the people who run this site for another.',
  session_not_found: 'The account has no such login, or it has ended already. GET /auth/sessions lists its logins.',
  wrong_passkey:
    'The signature is wrong, its challenge was used or has expired, or the passkey was copied. Request a new challenge.',
  unknown_passkey: 'No account has this passkey. Log in another way, and add the passkey again.',
  passkey_refused:
    'The new passkey does not match the challenge, the site or the options. Request new options, and try again.',
  too_many_passkeys: 'The account has no room for another passkey. Remove one first.',
  passkey_not_found: 'The account has no passkey with this id. GET /auth/passkeys lists its passkeys.',
  account_suspended: 'The account can’t log in or write until the people who run this site resume it. Its posts stay.',
  account_deleted:
    'The account was deleted, by its owner or by the people who run this site. A device that kept anything of it removes that now.',
  not_authenticated:
    'The call needs a login, and the request has none that is still valid. Log in by POST /auth/login, and send its token as Authorization: Bearer.',
  wrong_origin:
    'The request comes from a page of another site, and this call accepts none from there. The people who run this server can allow that site.',
  wrong_author: 'The text was written by one user and sent with the login of another. Log in as its author.',
  not_owner: 'Only the author of a post can change or delete it.',
  post_not_found:
    'There is no post with this id. It may have been deleted. With status 410, the Idempotency-Key was used for another post, which has been deleted.',
  version_not_found: 'The post has no version with this number. GET /blog/posts/{id}/versions lists its versions.',
  image_not_found: 'There is no image with this name. Images that no post names are deleted after a week.',
  image_mismatch:
    'The name of an image has the SHA-256 of its bytes, its width, height and type. At least one of these is wrong.',
  image_metadata:
    'The server stores no image that may tell where or by which device it was taken. Remove its metadata, and send it under its new name.',
  image_animated: 'The server stores still images only. Send a single frame.',
  image_unreadable:
    'The bytes are not one whole WebP, JPEG or PNG image of at most 1,600 pixels a side. Save it again in one of these formats, and send that file.',
  user_not_found: 'There is no user with this id. The account may have been deleted.',
  unknown_host:
    'The answer would contain the site’s address, and the server does not recognize this host name. Its operator can set PUBLIC_ORIGIN.',
  path_not_found: 'The server has nothing at this path. /openapi.json lists its calls.',
  method_not_allowed: 'The path does not take this method. The header Allow names those that it takes.',
  unsupported_media_type: 'The call reads JSON only. Send the body with Content-Type: application/json.',
  invalid_cursor:
    'The cursor in this address does not come from the server. Begin with the first page, and follow its Link headers.',
  idempotency_key_reused:
    'The Idempotency-Key has been sent with another post; the member “post” is the version that it made. Repeat a request as it was, or make a new key.',
  precondition_failed:
    'The resource is not in the state that If-Match or If-None-Match requires. Read it again, and use its current ETag.',
  precondition_required:
    'An edit has to say in If-Match which version it began from. Read the post, and send its ETag.',
  version_mismatch:
    'Somebody has edited the post meanwhile; the member “current” is its current version. Merge both texts, and send the edit again.',
  busy: 'The server did not start on the request, because too many others wait. Send it again after as many seconds as Retry-After says.',
  unavailable:
    'The database is unreachable, locked or full, so the outcome may be unknown. Send the request again later, with the same Idempotency-Key.',
  internal: 'The server failed in a way that nobody expected. Its log has the cause under the member “requestId”.',
};

const link = { label: 'All calls of this server', to: '/openapi.json' };

/**
 * Returns the handler of the page at a problem's `type` (RFC 9457, 3.1.1), for people who look up an error.
 * @throws {HttpError} path_not_found
 */
export const problemPage =
  (site: SiteFinder): HandlerOf<typeof problemTemplate> =>
  (c) => {
    const code = problemCodes.find((known) => known === c.req.param('code'));
    if (!code) throw new HttpError('path_not_found');
    const { status, title } = problemTypes[code];
    const words = `${code}, status ${status}: ${meanings[code]}`;
    return staticPage(
      c,
      { status: 200, heading: title, words, link },
      { 'Cache-Control': 'public, max-age=3600' },
      site.lastKnownName(),
    );
  };
