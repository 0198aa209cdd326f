import * as v from 'valibot';
import {
  confirmationSchema,
  recoveryCodesLeftSchema,
  recoveryCodesSchema,
  recoverySchema,
  resetSchema,
} from '../../contract/account-calls.ts';
import { accountTemplates } from '../../contract/account-paths.ts';
import type { Attempts } from '../access/limited-attempts.ts';
import { accountHolder, anybodyHere, confirming } from '../access/who-asks.ts';
import { jsonCall, type Route, route } from '../http/call.ts';
import type { Store } from '../store/schema.ts';
import { makeRecoveryCodes, recover, recoveryCodesLeft } from './recovery-codes.ts';
import { resetByLink } from './reset-links.ts';

/** Returns the calls about recovery codes, and the two calls that replace a forgotten password without logging in. */
export function recoveryRoutes(store: Store, attempts: Attempts): Route[] {
  const who = accountHolder(store);
  return [
    route(accountTemplates.recoveryCodes, {
      GET: jsonCall({
        summary: 'How many recovery codes are left, and since when',
        who,
        gives: v.strictObject(recoveryCodesLeftSchema.entries),
        answer: (_, { id }) => recoveryCodesLeft(store, id),
      }),
      POST: jsonCall({
        summary: 'Make ten recovery codes; earlier ones no longer work',
        who,
        takes: confirmationSchema,
        gives: v.strictObject(recoveryCodesSchema.entries),
        refuses: confirming,
        answer: (c, user, { password }) =>
          attempts(c, 'confirmation', user.email, async () => ({
            codes: await makeRecoveryCodes(store, user, password),
          })),
      }),
    }),
    route(accountTemplates.recover, {
      POST: jsonCall({
        summary: 'Set a new password with a recovery code, which works once. Every session ends',
        who: anybodyHere,
        takes: recoverySchema,
        refuses: ['wrong_code', 'account_suspended', 'too_many_attempts'],
        answer: (c, _, recovery) => attempts(c, 'recovery', recovery.email, () => recover(store, recovery)),
      }),
    }),
    route(accountTemplates.reset, {
      POST: jsonCall({
        summary: 'Set a new password with a link from the operator, which works once. Every session ends',
        who: anybodyHere,
        takes: resetSchema,
        refuses: ['wrong_link', 'account_suspended', 'too_many_attempts'],
        answer: (c, _, reset) => attempts(c, 'reset', '', () => resetByLink(store, reset)),
      }),
    }),
  ];
}
