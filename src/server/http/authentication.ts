import type { Context } from 'hono';
import { generateCookie, getCookie } from 'hono/cookie';
import { ownHeaders } from '../../contract/headers.ts';
import { limits } from '../../contract/limits.ts';
import { callPaths } from '../../contract/paths.ts';
import { Refusal } from '../refusal.ts';
import { type User, userOfCookie, userOfToken } from '../sessions.ts';
import type { Store } from '../store/schema.ts';
import { isFromThisSite } from './origin.ts';
import type { Headers } from './response.ts';

const cookieName = 'session';

/** @throws {Refusal} not_authenticated */
export async function reader(c: Context, store: Store): Promise<User> {
  const token = bearerToken(c);
  return known(token === undefined ? undefined : await userOfToken(store, token));
}

/**
 * Who writes or deletes: a bearer token alone decides where there is one, else the session cookie, which a page of
 * another origin can't use.
 * @throws {Refusal} not_authenticated, wrong_origin, wrong_author
 */
export async function writer(c: Context, store: Store): Promise<User> {
  const user = await credentialled(c, store);
  // Another user may have logged in on the device since this was written: it is never published as theirs.
  const author = c.req.header(ownHeaders.author);
  if (author !== undefined && author !== user.id) throw new Refusal('wrong_author');
  return user;
}

async function credentialled(c: Context, store: Store): Promise<User> {
  const token = bearerToken(c);
  if (token !== undefined) return known(await userOfToken(store, token));
  const cookie = getCookie(c, cookieName);
  if (cookie === undefined) throw new Refusal('not_authenticated');
  if (!isFromThisSite(c)) throw new Refusal('wrong_origin');
  return known(await userOfCookie(store, cookie));
}

/**
 * Not HttpOnly: the page expires it at logout, with or without a network. Set at register and login alone: an answer that
 * is late, to a call made before a logout, must not bring it back.
 */
export function cookieHeader(c: Context, cookie: string): Headers {
  // A page on https says so itself, where its proxy is not believed.
  const secure = c.get('visit').isHttps || c.req.header('Origin')?.startsWith('https:') === true;
  const maxAge = limits.cookieAge / 1000;
  return {
    'Set-Cookie': generateCookie(cookieName, cookie, { path: callPaths.posts, sameSite: 'Strict', maxAge, secure }),
  };
}

function known(user: User | undefined): User {
  if (!user) throw new Refusal('not_authenticated');
  return user;
}

function bearerToken(c: Context): string | undefined {
  return /^Bearer(?:\s+(.*))?$/i
    .exec(c.req.header('Authorization') ?? '')
    ?.slice(1)
    .map((token) => token ?? '')[0];
}
