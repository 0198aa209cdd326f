import type { Handler } from 'hono';
import { type Credentials, loginSchema, type Profile, registrationSchema } from '../../contract/accounts.ts';
import { logIn, register } from '../accounts.ts';
import type { Store } from '../store/schema.ts';
import { cookieHeader, reader } from './authentication.ts';
import { readJson } from './body.ts';
import { respondJson } from './response.ts';

export function accountHandlers(store: Store) {
  const registerOne: Handler = async (c) => {
    const { token, cookie, userId } = await register(store, await readJson(c, registrationSchema));
    return respondJson(201, { token, userId } satisfies Credentials, cookieHeader(c, cookie));
  };

  const logInOne: Handler = async (c) => {
    const { token, cookie, userId } = await logIn(store, await readJson(c, loginSchema));
    return respondJson(200, { token, userId } satisfies Credentials, cookieHeader(c, cookie));
  };

  const profile: Handler = async (c) => {
    const { name, email } = await reader(c, store);
    return respondJson(200, { username: name, email } satisfies Profile);
  };

  return { register: registerOne, logIn: logInOne, profile };
}
