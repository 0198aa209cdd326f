import type { Context } from 'hono';
import * as v from 'valibot';
import { withCookies } from '../access/authentication.ts';
import { rememberNetwork } from '../access/known-networks.ts';
import type { Opened } from '../access/sessions.ts';
import { networkOf } from '../http/ip-addresses.ts';
import { respondJson } from '../http/respond.ts';
import type { Store } from '../store/schema.ts';
import { deviceName } from './device-name.ts';

/** Schema of the response to a call that opens a session. */
export const credentials = v.strictObject({ token: v.string(), userId: v.pipe(v.string(), v.uuid()) });

/**
 * Returns a response with the token in its body and the session cookie in its headers. The body leaves out the cookie's
 * secret, because a client may store or log the body.
 */
export const respondOpened = (c: Context, { token, userId, cookie }: Opened, status: 200 | 201): Response =>
  withCookies(c, cookie, respondJson(c, status, { token, userId }));

/** Remembers the client's network, and returns the same response as `respondOpened`. */
export async function respondLoggedIn(c: Context, store: Store, opened: Opened, status: 200 | 201): Promise<Response> {
  await rememberNetwork(store, opened.userId, networkOf(c.get('requestContext').address));
  return respondOpened(c, opened, status);
}

/** Returns the name by which the owner of a session recognises its device. */
export function deviceOf(c: Context): string {
  return deviceName(c.req.header('User-Agent'));
}
