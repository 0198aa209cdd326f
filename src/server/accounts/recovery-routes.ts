import type { Handler } from 'hono';
import {
  confirmationSchema,
  type RecoveryCodes,
  type RecoveryCodesLeft,
  recoverySchema,
  resetSchema,
} from '../../contract/account-calls.ts';
import { accountTemplates } from '../../contract/account-paths.ts';
import { expectTrustedOrigin, requireAccountHolder } from '../access/authentication.ts';
import type { Attempts } from '../access/limited-attempts.ts';
import { readJson } from '../http/json-body.ts';
import { respond, respondJson } from '../http/respond.ts';
import type { Store } from '../store/schema.ts';
import { makeRecoveryCodes, recover, recoveryCodesLeft } from './recovery-codes.ts';
import { resetByLink } from './reset-links.ts';

/** Ways back into an account whose password was forgotten. Neither logs in: the new password does. */
export function recoveryRoutes(store: Store, attempts: Attempts) {
  const codesLeft: Handler = async (c) => {
    const { id } = await requireAccountHolder(c, store);
    return respondJson(c, 200, (await recoveryCodesLeft(store, id)) satisfies RecoveryCodesLeft);
  };

  const makeCodes: Handler = async (c) => {
    const user = await requireAccountHolder(c, store);
    const { password } = await readJson(c, confirmationSchema);
    const codes = await attempts(c, 'confirmation', user.email, () => makeRecoveryCodes(store, user, password));
    return respondJson(c, 200, { codes } satisfies RecoveryCodes);
  };

  const recoverOne: Handler = async (c) => {
    expectTrustedOrigin(c);
    const recovery = await readJson(c, recoverySchema);
    await attempts(c, 'recovery', recovery.email, () => recover(store, recovery));
    return respond(c, 204, null);
  };

  const reset: Handler = async (c) => {
    expectTrustedOrigin(c);
    const asked = await readJson(c, resetSchema);
    await attempts(c, 'reset', '', () => resetByLink(store, asked));
    return respond(c, 204, null);
  };

  return {
    [accountTemplates.recoveryCodes]: { GET: codesLeft, POST: makeCodes },
    [accountTemplates.recover]: { POST: recoverOne },
    [accountTemplates.reset]: { POST: reset },
  };
}
