import type { Context } from 'hono';
import { generateCookie } from 'hono/cookie';
import { ownHeaders } from '../../contract/headers.ts';
import { limits } from '../../contract/limits.ts';
import { sessionCookiePaths } from '../../contract/paths.ts';
import { isFromThisSite } from '../http/public-origin.ts';
import { HttpError } from '../process/http-error.ts';
import type { Store } from '../store/schema.ts';
import { isSecret, maxSecrets, type User, userOfCookies, userOfToken } from './sessions.ts';

const cookieName = 'session';

/**
 * Returns the user of the bearer token. Calls that use this function do not accept the session cookie.
 * @throws {HttpError} not_authenticated, account_suspended, account_deleted
 */
export async function requireBearerUser(c: Context, store: Store): Promise<User> {
  const token = bearerToken(c);
  return known(token === undefined ? undefined : await userOfToken(store, token));
}

/**
 * Refuses pages of origins that are not allowed. Browsers send `Origin` with every method except GET and HEAD; other
 * clients may omit it.
 * @throws {HttpError} wrong_origin
 */
export function expectTrustedOrigin(c: Context): void {
  const isAllowed = 'Access-Control-Allow-Origin' in c.get('requestContext').headers;
  if (c.req.header('Origin') !== undefined && !isAllowed && !isFromThisSite(c)) throw new HttpError('wrong_origin');
}

/**
 * Returns the user who publishes, edits or deletes. A bearer token takes precedence over the session cookie, which
 * pages of other origins can't use.
 * @throws {HttpError} not_authenticated, account_suspended, account_deleted, wrong_origin, wrong_author
 */
export async function requireUserForWrite(c: Context, store: Store): Promise<User> {
  const user = await credentialled(c, store, isFromThisSite(c));
  // Another user may have logged in since the text was written. Never publishes the text under that user's name.
  const author = c.req.header(ownHeaders.author);
  if (author !== undefined && author !== user.id) throw new HttpError('wrong_author');
  return user;
}

/**
 * Returns the user who reads private data of their own posts, such as versions. The session cookie is enough, because
 * the service worker has no token. A request without `Origin` passes: browsers omit it from same-origin GET requests,
 * and pages of other origins can't read the response.
 * @throws {HttpError} not_authenticated, account_suspended, account_deleted, wrong_origin
 */
export function requireUserForRead(c: Context, store: Store): Promise<User> {
  return credentialled(c, store, c.req.header('Origin') === undefined || isFromThisSite(c));
}

async function credentialled(c: Context, store: Store, isOriginTrusted: boolean): Promise<User> {
  if (bearerToken(c) !== undefined) return requireBearerUser(c, store);
  const cookies = sessionCookies(c.req.header('Cookie') ?? '');
  if (cookies.length === 0) throw new HttpError('not_authenticated');
  if (!isOriginTrusted) throw new HttpError('wrong_origin');
  return known(await userOfCookies(store, cookies));
}

/**
 * Returns every value of the session cookie, up to `maxSecrets`. Another path or a sibling domain may have set a cookie
 * of the same name. A browser sends the cookie with the longer path first, whoever set it (RFC 6265, 5.4).
 */
function sessionCookies(header: string): string[] {
  const pairs = header.split(';').map((pair) => pair.trim().split('='));
  const values = pairs.filter(([name]) => name === cookieName).map(([, value = '']) => value);
  return [...new Set(values)].filter(isSecret).slice(0, maxSecrets);
}

/**
 * Sets the session cookie, once for each path whose calls accept it. It is not HttpOnly, so that the page can expire it
 * at logout without a network. Only calls that open a session may set it: a late response to any other call must not
 * restore the cookie after a logout.
 */
export function withCookies(c: Context, cookie: string, response: Response): Response {
  // The Origin header shows https even if the proxy that ends TLS is not trusted.
  const secure = c.get('requestContext').isHttps || c.req.header('Origin')?.startsWith('https:') === true;
  const maxAge = limits.cookieAge / 1000;
  for (const path of sessionCookiePaths) {
    response.headers.append(
      'Set-Cookie',
      generateCookie(cookieName, cookie, { path, sameSite: 'Strict', maxAge, secure }),
    );
  }
  return response;
}

function known(user: User | undefined): User {
  if (!user) throw new HttpError('not_authenticated');
  return user;
}

function bearerToken(c: Context): string | undefined {
  const found = /^Bearer(?:\s+(\S.*)?)?$/i.exec(c.req.header('Authorization') ?? '');
  return found ? (found[1] ?? '') : undefined;
}
