import type { NewPasskey, Passkey, PasskeyCreationOptions } from '../../contract/account-passkeys.ts';
import { limits } from '../../contract/limits.ts';
import { expectMayWrite } from '../access/expect-may-write.ts';
import type { User } from '../access/sessions.ts';
import { confirmPassword, expectUnchanged } from '../accounts/set-password.ts';
import { HttpError } from '../process/http-error.ts';
import type { Store } from '../store/schema.ts';
import { makeChallenge, spendChallenge } from './passkey-challenges.ts';
import { passkeyName } from './passkey-names.ts';
import { algorithms, challengeIn, type PasskeySite, verifyNewPasskey } from './verify-passkeys.ts';

/** Lists the passkeys of an account, oldest first. */
export function listPasskeys({ db }: Pick<Store, 'db'>, userId: string): Promise<Passkey[]> {
  return db
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/**
 * Returns the options from which an authenticator makes a passkey. Requires the password, because a passkey outlives
 * the session that added it.
 * @throws {HttpError} wrong_password, too_many_passkeys; not_authenticated if the session ends during the call
 */
export async function offerPasskey(
  store: Store,
  user: User,
  password: string,
  { host, name }: PasskeySite & { name: string },
): Promise<PasskeyCreationOptions> {
  const confirmed = await confirmPassword(store, user.id, password);
  const known = await listPasskeys(store, user.id);
  if (known.length >= limits.passkeys) throw new HttpError('too_many_passkeys');
  const challenge = await store.db.transaction().execute(async (work) => {
    await expectUnchanged(work, user, confirmed);
    return makeChallenge(work, user.sessionId);
  });
  return {
    rp: { id: host, name },
    user: { id: userHandle(user.id), name: user.email, displayName: user.name },
    challenge,
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: limits.passkeyChallenge,
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    excludeCredentials: known.map(({ id }) => ({ type: 'public-key', id })),
  };
}

/**
 * Adds a passkey that was made for a challenge of the same session. Changing the password keeps the passkey; replacing
 * a forgotten password removes it (`replaceForgottenPassword`).
 * @param device the device on which the passkey is added
 * @throws {HttpError} passkey_refused, too_many_passkeys; not_authenticated, account_suspended
 */
export async function addPasskey(
  store: Store,
  user: User,
  passkey: NewPasskey,
  site: PasskeySite,
  device: string,
): Promise<Passkey> {
  const { db } = store;
  const challenge = await challengeIn(passkey, 'passkey_refused');
  if (!(await spendChallenge(store, challenge, user.sessionId))) throw new HttpError('passkey_refused');
  const verified = await verifyNewPasskey(passkey, challenge, site);
  const name = passkeyName(verified.aaguid, device);
  const added = { id: verified.id, name, created_at: new Date().toISOString(), last_used_at: null };
  await db.transaction().execute(async (work) => {
    // Locks the account, so that concurrent calls can't add more passkeys than the limit.
    await expectMayWrite(work, user);
    if ((await listPasskeys({ db: work }, user.id)).length >= limits.passkeys) throw new HttpError('too_many_passkeys');
    const { numInsertedOrUpdatedRows } = await work
      .insertInto('passkeys')
      .values({ ...added, user_id: user.id, public_key: verified.publicKey, counter: verified.counter })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows === 0n) throw new HttpError('passkey_refused');
  });
  return { id: added.id, name, createdAt: added.created_at, lastUsedAt: null };
}

/** Removes a passkey; sessions that it has opened stay. Returns whether the account had such a passkey. */
export async function removePasskey({ db }: Store, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/**
 * Returns the handle by which a passkey names its account: the id in base64url, which tells nothing about the owner.
 */
export function userHandle(userId: string): string {
  return Buffer.from(userId).toString('base64url');
}
