import type { Handler } from 'hono';
import type { Logger } from 'pino';
import * as v from 'valibot';
import {
  confirmationSchema,
  type ListedSession,
  type NewName,
  newNameSchema,
  passwordChangeSchema,
  sessionIdSchema,
} from '../../contract/account-calls.ts';
import { accountTemplates } from '../../contract/account-paths.ts';
import { requireAccountHolder, withCookies } from '../access/authentication.ts';
import type { Attempts } from '../access/limited-attempts.ts';
import { readJson } from '../http/json-body.ts';
import { expectPrecondition } from '../http/preconditions.ts';
import type { HandlerOf } from '../http/register-route.ts';
import { respond, respondJson } from '../http/respond.ts';
import { HttpError } from '../process/http-error.ts';
import type { Store } from '../store/schema.ts';
import { deleteOwnAccount } from './delete-account.ts';
import { credentialsOf, deviceOf } from './opened-session.ts';
import { changePassword, rename } from './own-account.ts';
import { endAllSessions, endSession, listSessions } from './own-sessions.ts';
import { confirmPassword } from './set-password.ts';

/** The account of whoever is logged in: name, password, sessions, and leaving. */
export function ownAccountRoutes(store: Store, log: Logger, attempts: Attempts) {
  const putName: Handler = async (c) => {
    const user = await requireAccountHolder(c, store);
    const { name } = await readJson(c, newNameSchema);
    await rename(store, user, name);
    return respondJson(c, 200, { name } satisfies NewName);
  };

  const putPassword: Handler = async (c) => {
    const user = await requireAccountHolder(c, store);
    const change = await readJson(c, passwordChangeSchema);
    const opened = await attempts(c, 'confirmation', user.email, () =>
      changePassword(store, user, change, deviceOf(c)),
    );
    return withCookies(c, opened.cookie, respondJson(c, 200, credentialsOf(opened)));
  };

  const sessions: Handler = async (c) => {
    const found = await listSessions(store, await requireAccountHolder(c, store));
    return respondJson(c, 200, found satisfies ListedSession[]);
  };

  const endOne: HandlerOf<typeof accountTemplates.session> = async (c) => {
    const user = await requireAccountHolder(c, store);
    const id = c.req.param('id');
    const isEnded = v.is(sessionIdSchema, id) && (await endSession(store, id, user.id, () => expectPrecondition(c)));
    if (!isEnded) throw new HttpError('session_not_found');
    return respond(c, 204, null);
  };

  const endAll: Handler = async (c) => {
    const user = await requireAccountHolder(c, store);
    await expectPrecondition(c);
    await endAllSessions(store, user.id);
    return respond(c, 204, null);
  };

  const deleteOne: Handler = async (c) => {
    const user = await requireAccountHolder(c, store);
    const { password } = await readJson(c, confirmationSchema);
    await attempts(c, 'confirmation', user.email, async () => {
      const posts = await deleteOwnAccount(store, user, await confirmPassword(store, user.id, password));
      log.info({ posts }, 'an account was deleted');
    });
    return respond(c, 204, null);
  };

  return {
    [accountTemplates.name]: { PUT: putName },
    [accountTemplates.password]: { PUT: putPassword },
    [accountTemplates.sessions]: { GET: sessions, DELETE: endAll },
    [accountTemplates.session]: { DELETE: endOne },
    [accountTemplates.deleteAccount]: { POST: deleteOne },
  };
}
