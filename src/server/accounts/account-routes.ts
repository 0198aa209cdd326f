import type { Context, Handler } from 'hono';
import type { Logger } from 'pino';
import { type Credentials, loginSchema, type Profile, registrationSchema } from '../../contract/accounts.ts';
import { invitationHeader } from '../../contract/invitation.ts';
import { requireBearerUser, withCookies } from '../access/authentication.ts';
import { type Attempts, rememberNetworkOf } from '../access/limited-attempts.ts';
import { deleteExpiredSessions } from '../access/sessions.ts';
import { readJson } from '../http/json-body.ts';
import { respondJson } from '../http/respond.ts';
import type { Store } from '../store/schema.ts';
import { deviceName } from './device-name.ts';
import { logIn, register } from './register-and-log-in.ts';
import type { RegistrationRule } from './registration-rules.ts';

export function accountHandlers(store: Store, log: Logger, attempts: Attempts, rule: RegistrationRule) {
  const registerOne: Handler = async (c) => {
    const registration = await readJson(c, registrationSchema);
    const invitation = c.req.header(invitationHeader);
    const opened = await attempts(c, 'registration', registration.email, () =>
      register(store, registration, rule, invitation, deviceOf(c)),
    );
    await rememberNetworkOf(c, store, opened.userId);
    await clearSessions(store, log);
    return withCookies(c, opened.cookie, respondJson(c, 201, credentialsOf(opened)));
  };

  const logInOne: Handler = async (c) => {
    const login = await readJson(c, loginSchema);
    const opened = await attempts(c, 'login', login.email, () => logIn(store, login, deviceOf(c)));
    await rememberNetworkOf(c, store, opened.userId);
    await clearSessions(store, log);
    return withCookies(c, opened.cookie, respondJson(c, 200, credentialsOf(opened)));
  };

  const profile: Handler = async (c) => {
    const { name, email } = await requireBearerUser(c, store);
    return respondJson(c, 200, { username: name, email } satisfies Profile);
  };

  return { register: registerOne, logIn: logInOne, profile };
}

/** Never rejects, as the new session is stored already. */
export function clearSessions(store: Store, log: Logger): Promise<void> {
  return deleteExpiredSessions(store).catch((error: unknown) => {
    log.error({ err: error }, 'could not delete expired sessions; the next login tries again');
  });
}

export function deviceOf(c: Context): string {
  return deviceName(c.req.header('User-Agent'));
}

/** Leaves the cookie's secret out: a client may store or log the body. */
export function credentialsOf({ token, userId }: Credentials): Credentials {
  return { token, userId };
}
