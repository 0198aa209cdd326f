import type { Context } from 'hono';
import * as v from 'valibot';
import type { Credentials } from '../../contract/accounts.ts';
import { withCookies } from '../access/authentication.ts';
import { rememberNetwork } from '../access/known-networks.ts';
import { networkOf } from '../http/ip-addresses.ts';
import { respondJson } from '../http/respond.ts';
import type { Store } from '../store/schema.ts';
import { deviceName } from './device-name.ts';
import type { Opened } from './register-and-log-in.ts';

/** The answer to a call that opens a session. */
export const credentials = v.strictObject({ token: v.string(), userId: v.pipe(v.string(), v.uuid()) });

/** Answers a login with the token in the body and the session cookie in headers, and remembers the client's network. */
export async function respondLoggedIn(c: Context, store: Store, opened: Opened, status: 200 | 201): Promise<Response> {
  await rememberNetwork(store, opened.userId, networkOf(c.get('requestContext').address));
  return withCookies(c, opened.cookie, respondJson(c, status, credentialsOf(opened)));
}

/** Returns the name by which the owner of a session recognises its device. */
export function deviceOf(c: Context): string {
  return deviceName(c.req.header('User-Agent'));
}

/** Returns the credentials without the cookie's secret, because a client may store or log the body. */
export function credentialsOf({ token, userId }: Credentials): Credentials {
  return { token, userId };
}
