import type { PasskeyLogin, PasskeyRequestOptions } from '../../contract/account-passkeys.ts';
import { limits } from '../../contract/limits.ts';
import { holdAccount } from '../access/hold-account.ts';
import { type Opened, openSession } from '../access/sessions.ts';
import { HttpError } from '../process/http-error.ts';
import type { Store } from '../store/schema.ts';
import { makeChallenge, spendChallenge } from './passkey-challenges.ts';
import { userHandle } from './passkeys.ts';
import { challengeIn, type PasskeySite, verifyPasskeyLogin } from './verify-passkeys.ts';

/**
 * Returns the options of a login with a passkey. They name no account and no passkey: only the challenge differs from
 * call to call.
 */
export async function offerPasskeyLogin(store: Store, { host }: PasskeySite): Promise<PasskeyRequestOptions> {
  const challenge = await makeChallenge(store.db, null);
  return { rpId: host, challenge, timeout: limits.passkeyChallenge, userVerification: 'required' };
}

/**
 * Opens a session for a signature by a passkey.
 * @throws {HttpError} unknown_passkey; wrong_passkey, also if the passkey's counter went back, as a copied passkey's
 * does; account_suspended, only after a valid signature
 */
export async function logInByPasskey(
  store: Store,
  login: PasskeyLogin,
  site: PasskeySite,
  device: string,
): Promise<Opened> {
  const { db } = store;
  const found = await db
    .selectFrom('passkeys')
    .innerJoin('users', 'users.id', 'passkeys.user_id')
    .select(['passkeys.user_id', 'passkeys.public_key', 'users.suspended_at'])
    .where('passkeys.id', '=', login.id)
    .executeTakeFirst();
  if (!found) throw new HttpError('unknown_passkey');
  const challenge = await challengeIn(login, 'wrong_passkey');
  if (!(await spendChallenge(store, challenge, null))) throw new HttpError('wrong_passkey');
  const counter = await verifyPasskeyLogin(login, challenge, found.public_key, site);
  if (login.response.userHandle !== userHandle(found.user_id)) throw new HttpError('wrong_passkey');
  if (found.suspended_at !== null) throw new HttpError('account_suspended');
  return db.transaction().execute(async (work) => {
    // Checks again: during the verification, the account may have been suspended, or the passkey removed or used. Locks
    // both until the session is stored.
    const held = await holdAccount(work, found.user_id);
    if (held?.suspended_at !== null) throw new HttpError('wrong_passkey');
    const used = await work
      .updateTable('passkeys')
      .set({ counter, last_used_at: new Date().toISOString() })
      .where('id', '=', login.id)
      .where('user_id', '=', found.user_id)
      // Authenticators that don't count say 0 each time (WebAuthn, 6.1.1).
      .where('counter', counter === 0 ? '=' : '<', counter)
      .executeTakeFirstOrThrow();
    if (used.numUpdatedRows === 0n) throw new HttpError('wrong_passkey');
    return openSession(work, found.user_id, device);
  });
}
