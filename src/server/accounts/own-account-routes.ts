import type { Logger } from 'pino';
import * as v from 'valibot';
import {
  confirmationSchema,
  newNameSchema,
  passwordChangeSchema,
  sessionIdSchema,
  sessionSchema,
} from '../../contract/account-calls.ts';
import { accountTemplates } from '../../contract/account-paths.ts';
import type { Attempts } from '../access/limited-attempts.ts';
import { accountHolder, confirming } from '../access/who-asks.ts';
import { jsonCall, type Route, route } from '../http/call.ts';
import { expectPrecondition } from '../http/preconditions.ts';
import { HttpError } from '../process/http-error.ts';
import type { Store } from '../store/schema.ts';
import { deleteOwnAccount } from './delete-account.ts';
import { credentials, deviceOf, respondOpened } from './opened-session.ts';
import { changePassword, rename } from './own-account.ts';
import { endAllSessions, endSession, listSessions } from './own-sessions.ts';
import { confirmPassword } from './set-password.ts';

/** Returns the calls about the user's own account: name, password, sessions, deletion. */
export function ownAccountRoutes(store: Store, log: Logger, attempts: Attempts): Route[] {
  const who = accountHolder(store);
  return [
    route(accountTemplates.name, {
      PUT: jsonCall({
        summary: 'Change the user’s name, on earlier posts too',
        who,
        takes: newNameSchema,
        gives: v.strictObject(newNameSchema.entries),
        refuses: ['posting_limit_reached'],
        async answer(_, user, { name }) {
          await rename(store, user, name);
          return { name };
        },
      }),
    }),
    route(accountTemplates.password, {
      PUT: jsonCall({
        summary: 'Set another password. Every session ends; the answer has the token of a new one',
        who,
        takes: passwordChangeSchema,
        gives: credentials,
        refuses: [...confirming, 'posting_limit_reached'],
        async answer(c, user, change) {
          const opened = await attempts(c, 'confirmation', user.email, () =>
            changePassword(store, user, change, deviceOf(c)),
          );
          return respondOpened(c, opened, 200);
        },
      }),
    }),
    route(accountTemplates.sessions, {
      GET: jsonCall({
        summary: 'The user’s sessions, last used first',
        who,
        gives: v.array(v.strictObject(sessionSchema.entries)),
        answer: (_, user) => listSessions(store, user),
      }),
      DELETE: jsonCall({
        summary: 'End all sessions, also this one',
        who,
        async answer(c, user) {
          await expectPrecondition(c);
          await endAllSessions(store, user.id);
        },
      }),
    }),
    route(accountTemplates.session, {
      DELETE: jsonCall({
        summary: 'End one of the user’s sessions',
        who,
        refuses: ['session_not_found'],
        async answer(c, user) {
          const id = c.req.param('id');
          const isEnded =
            v.is(sessionIdSchema, id) && (await endSession(store, id, user.id, () => expectPrecondition(c)));
          if (!isEnded) throw new HttpError('session_not_found');
        },
      }),
    }),
    route(accountTemplates.deleteAccount, {
      POST: jsonCall({
        summary: 'Delete the account with everything in it',
        who,
        takes: confirmationSchema,
        refuses: confirming,
        answer: (c, user, { password }) =>
          attempts(c, 'confirmation', user.email, async () => {
            const posts = await deleteOwnAccount(store, user, await confirmPassword(store, user.id, password));
            log.info({ posts }, 'an account was deleted');
          }),
      }),
    }),
  ];
}
