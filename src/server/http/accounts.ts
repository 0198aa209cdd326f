import type { Handler } from 'hono';
import type { Logger } from 'pino';
import { type Credentials, loginSchema, type Profile, registrationSchema } from '../../contract/accounts.ts';
import { logIn, register } from '../accounts.ts';
import type { Quotas } from '../quotas.ts';
import type { Store } from '../store/schema.ts';
import { limitedAttempts } from './attempts.ts';
import { cookieHeader, reader } from './authentication.ts';
import { readJson } from './body.ts';
import { respondJson } from './response.ts';

export function accountHandlers(store: Store, log: Logger, quotas: Quotas) {
  const attempts = limitedAttempts(store, log, quotas);

  const registerOne: Handler = async (c) => {
    const registration = await readJson(c, registrationSchema);
    const opened = await attempts(c, 'registration', registration.email, () => register(store, registration));
    return respondJson(c, 201, credentialsOf(opened), cookieHeader(c, opened.cookie));
  };

  const logInOne: Handler = async (c) => {
    const login = await readJson(c, loginSchema);
    const opened = await attempts(c, 'login', login.email, () => logIn(store, login));
    return respondJson(c, 200, credentialsOf(opened), cookieHeader(c, opened.cookie));
  };

  const profile: Handler = async (c) => {
    const { name, email } = await reader(c, store);
    return respondJson(c, 200, { username: name, email } satisfies Profile);
  };

  return { register: registerOne, logIn: logInOne, profile };
}

/** The cookie's secret is in no body, which may be kept or logged by whoever asked. */
function credentialsOf({ token, userId }: Credentials): Credentials {
  return { token, userId };
}
