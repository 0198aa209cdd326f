import { isHTTPError } from 'ky';
import {
  type Credentials,
  credentialsSchema,
  type Login,
  type Profile,
  profileSchema,
  type Registration,
} from '../../contract/accounts.ts';
import { callPaths } from '../../contract/paths.ts';
import { client } from './client.ts';

/** `POST /auth/register`. */
export function register(registration: Registration): Promise<Credentials> {
  return client.post(callPaths.register, { json: registration }).json(credentialsSchema);
}

/** `POST /auth/login`. */
export function logIn(login: Login): Promise<Credentials> {
  return client.post(callPaths.login, { json: login }).json(credentialsSchema);
}

/** `GET /auth/me`. */
export function getProfile(token: string): Promise<Profile> {
  return client.get(callPaths.profile, { headers: { Authorization: `Bearer ${token}` } }).json(profileSchema);
}

/** Whether the backend does not take the token for anybody's; every other failure of `auth/me` is no answer. */
export const isRefusal = (error: unknown): boolean => isHTTPError(error) && [401, 403].includes(error.response.status);
