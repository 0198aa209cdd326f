import type { Handler } from 'hono';
import { logoutSchema } from '../../contract/account-calls.ts';
import { accountTemplates } from '../../contract/account-paths.ts';
import { loginSchema, type Profile, registrationSchema } from '../../contract/accounts.ts';
import { invitationHeader } from '../../contract/invitation.ts';
import { callTemplates } from '../../contract/paths.ts';
import { expectTrustedOrigin, requireBearerUser } from '../access/authentication.ts';
import type { Attempts } from '../access/limited-attempts.ts';
import { readJson } from '../http/json-body.ts';
import { respond, respondJson } from '../http/respond.ts';
import type { Store } from '../store/schema.ts';
import { deviceOf, respondLoggedIn } from './opened-session.ts';
import { endSession } from './own-sessions.ts';
import { logIn, register } from './register-and-log-in.ts';
import type { RegistrationRule } from './registration-rules.ts';

/** Registering, logging in and out, and the profile of whoever is logged in. */
export function loginRoutes(store: Store, attempts: Attempts, rule: RegistrationRule) {
  const registerOne: Handler = async (c) => {
    const registration = await readJson(c, registrationSchema);
    const invitation = c.req.header(invitationHeader);
    const opened = await attempts(c, 'registration', registration.email, () =>
      register(store, registration, rule, invitation, deviceOf(c)),
    );
    return respondLoggedIn(c, store, opened, 201);
  };

  const logInOne: Handler = async (c) => {
    const login = await readJson(c, loginSchema);
    const opened = await attempts(c, 'login', login.email, () => logIn(store, login, deviceOf(c)));
    return respondLoggedIn(c, store, opened, 200);
  };

  const profile: Handler = async (c) => {
    const { name, email } = await requireBearerUser(c, store);
    return respondJson(c, 200, { username: name, email } satisfies Profile);
  };

  /** Serves a page that has forgotten its token and knows only its hash. Tells nobody whether that is a session's. */
  const logOut: Handler = async (c) => {
    expectTrustedOrigin(c);
    const { session } = await readJson(c, logoutSchema);
    await endSession(store, session);
    return respond(c, 204, null);
  };

  return {
    [callTemplates.register]: { POST: registerOne },
    [callTemplates.login]: { POST: logInOne },
    [callTemplates.profile]: { GET: profile },
    [accountTemplates.logout]: { POST: logOut },
  };
}
