import * as v from 'valibot';
import { logoutSchema } from '../../contract/account-calls.ts';
import { accountTemplates } from '../../contract/account-paths.ts';
import { loginSchema, registrationSchema } from '../../contract/accounts.ts';
import { invitationHeader } from '../../contract/invitation.ts';
import { callTemplates } from '../../contract/paths.ts';
import type { Attempts } from '../access/limited-attempts.ts';
import { anybody, anybodyHere, bearer } from '../access/who-asks.ts';
import { header, jsonCall, type Route, route } from '../http/call.ts';
import type { Store } from '../store/schema.ts';
import { credentials, deviceOf, respondLoggedIn } from './opened-session.ts';
import { endSession } from './own-sessions.ts';
import { logIn, register } from './register-and-log-in.ts';
import type { RegistrationRule } from './registration-rules.ts';

/** Returns the calls to register, to log in and out, and to read the user's profile. */
export function loginRoutes(store: Store, attempts: Attempts, rule: RegistrationRule): Route[] {
  return [
    route(callTemplates.register, {
      POST: jsonCall({
        summary: 'Open an account, and log in',
        who: anybody,
        parameters: [header(invitationHeader, 'Where registration is by invitation: the code of one')],
        takes: registrationSchema,
        gives: credentials,
        status: 201,
        refuses: ['email_taken', 'registration_closed', 'invitation_required', 'too_many_attempts'],
        async answer(c, _, registration) {
          const invitation = c.req.header(invitationHeader);
          const opened = await attempts(c, 'registration', registration.email, () =>
            register(store, registration, rule, invitation, deviceOf(c)),
          );
          return respondLoggedIn(c, store, opened, 201);
        },
      }),
    }),
    route(callTemplates.login, {
      POST: jsonCall({
        summary: 'Log in',
        who: anybody,
        takes: loginSchema,
        gives: credentials,
        refuses: ['wrong_credentials', 'account_suspended', 'too_many_attempts'],
        async answer(c, _, login) {
          const opened = await attempts(c, 'login', login.email, () => logIn(store, login, deviceOf(c)));
          return respondLoggedIn(c, store, opened, 200);
        },
      }),
    }),
    route(callTemplates.profile, {
      GET: jsonCall({
        summary: 'Who is logged in',
        who: bearer(store),
        gives: v.strictObject({ username: v.string(), email: v.string() }),
        answer: async (_, { name, email }) => ({ username: name, email }),
      }),
    }),
    route(accountTemplates.logout, {
      /** Takes the token's hash: the page may have stored only that. The answer hides whether the session exists. */
      POST: jsonCall({
        summary: 'End the session whose token has this hash, if there is one',
        who: anybodyHere,
        takes: logoutSchema,
        async answer(_c, _, { session }) {
          await endSession(store, session);
        },
      }),
    }),
  ];
}
