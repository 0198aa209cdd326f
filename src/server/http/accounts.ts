import type { Handler } from 'hono';
import { type Credentials, loginSchema, type Profile, registrationSchema } from '../../contract/accounts.ts';
import { logIn, register } from '../accounts.ts';
import type { Store } from '../store/schema.ts';
import { reader, sendCookie } from './authentication.ts';
import { readJson } from './body.ts';

const unkept = { 'Cache-Control': 'no-store' };

export function accountHandlers(store: Store) {
  const registerOne: Handler = async (c) => {
    const { token, cookie, userId } = await register(store, await readJson(c, registrationSchema));
    sendCookie(c, cookie);
    return c.json({ token, userId } satisfies Credentials, 201, unkept);
  };

  const logInOne: Handler = async (c) => {
    const { token, cookie, userId } = await logIn(store, await readJson(c, loginSchema));
    sendCookie(c, cookie);
    return c.json({ token, userId } satisfies Credentials, 200, unkept);
  };

  const profile: Handler = async (c) => {
    const { name, email } = await reader(c, store);
    return c.json({ username: name, email } satisfies Profile, 200, unkept);
  };

  return { register: registerOne, logIn: logInOne, profile };
}
