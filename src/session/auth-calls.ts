import { isHTTPError } from 'ky';
import {
  type Credentials,
  credentialsSchema,
  type Login,
  type Profile,
  profileSchema,
  type Registration,
} from '../contract/accounts.ts';
import { callPaths } from '../contract/paths.ts';
import { client, writingClient } from '../device/calls/client.ts';

/** `POST /auth/register`. Pass `headers` to our own backend only. */
export function register(json: Registration, headers = {}): Promise<Credentials> {
  return writingClient.post(callPaths.register, { json, headers }).json(credentialsSchema);
}

/** `POST /auth/login`. */
export function logIn(login: Login): Promise<Credentials> {
  return writingClient.post(callPaths.login, { json: login }).json(credentialsSchema);
}

/** `GET /auth/me`. */
export function getProfile(token: string): Promise<Profile> {
  return client.get(callPaths.profile, { headers: { Authorization: `Bearer ${token}` } }).json(profileSchema);
}

/** Returns whether the backend rejects the token. Any other failure of `auth/me` says nothing about the token. */
export const isTokenRejected = (error: unknown): boolean =>
  isHTTPError(error) && [401, 403].includes(error.response.status);
