import type { Context } from 'hono';
import { generateCookie, getCookie } from 'hono/cookie';
import { limits } from '../../contract/limits.ts';
import { callPaths } from '../../contract/paths.ts';
import { Refusal } from '../refusal.ts';
import { type User, userOfCookie, userOfToken } from '../sessions.ts';
import type { Store } from '../store/schema.ts';
import type { Headers } from './response.ts';

const cookieName = 'session';

/** With what to send back: the browser keeps a cookie that is used, so that it never ends before its session. */
export type Writer = { user: User; headers: Headers };

/** @throws {Refusal} not_authenticated */
export async function reader(c: Context, store: Store): Promise<User> {
  const token = bearerToken(c);
  return known(token === undefined ? undefined : await userOfToken(store, token));
}

/**
 * Who writes or deletes: a bearer token alone decides where there is one, else the session cookie, which a page of
 * another origin can't use.
 * @throws {Refusal} not_authenticated, wrong_origin
 */
export async function writer(c: Context, store: Store): Promise<Writer> {
  const token = bearerToken(c);
  if (token !== undefined) return { user: known(await userOfToken(store, token)), headers: {} };
  const cookie = getCookie(c, cookieName);
  if (cookie === undefined) throw new Refusal('not_authenticated');
  if (c.req.header('Origin') !== new URL(c.req.url).origin) throw new Refusal('wrong_origin');
  return { user: known(await userOfCookie(store, cookie)), headers: cookieHeader(c, cookie) };
}

/** Not HttpOnly: the page expires it at logout, with or without a network. */
export function cookieHeader(c: Context, cookie: string): Headers {
  const secure = new URL(c.req.url).protocol === 'https:';
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
