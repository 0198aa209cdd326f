import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { limits } from '../../contract/limits.ts';
import { callPaths } from '../../contract/paths.ts';
import { Refusal } from '../refusal.ts';
import { type User, userOfCookie, userOfToken } from '../sessions.ts';
import type { Store } from '../store/schema.ts';

const cookieName = 'session';

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
export async function writer(c: Context, store: Store): Promise<User> {
  const token = bearerToken(c);
  if (token !== undefined) return known(await userOfToken(store, token));
  const cookie = getCookie(c, cookieName);
  if (cookie === undefined) throw new Refusal('not_authenticated');
  if (c.req.header('Origin') !== new URL(c.req.url).origin) throw new Refusal('wrong_origin');
  const user = known(await userOfCookie(store, cookie));
  // An author who writes now and then never finds the cookie expired before the session is.
  sendCookie(c, cookie);
  return user;
}

/** Not HttpOnly: the page expires it at logout, with or without a network. */
export function sendCookie(c: Context, cookie: string): void {
  setCookie(c, cookieName, cookie, {
    path: callPaths.posts,
    sameSite: 'Strict',
    maxAge: limits.cookieAge / 1000,
    secure: new URL(c.req.url).protocol === 'https:',
  });
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
