import { defaultQuotas, policiesOf } from '../access/attempt-quotas.ts';
import { emailKey } from '../access/email-key.ts';
import { holdAccount } from '../access/hold-account.ts';
import { allowMore, clearSubject } from '../access/rate-limits.ts';
import { holdSession, type User } from '../access/sessions.ts';
import { HttpError } from '../process/http-error.ts';
import type { Store, StoreTransaction } from '../store/schema.ts';
import { verifyPassword } from './passwords.ts';

/**
 * Verifies the password of a logged-in user. The caller must then call `expectUnchanged` in its own transaction.
 * @returns the hash that the password was verified against
 * @throws {HttpError} wrong_password
 */
export async function confirmPassword({ db }: Store, userId: string, password: string): Promise<string> {
  const user = await db.selectFrom('users').select('password_hash').where('id', '=', userId).executeTakeFirst();
  const fits = await verifyPassword(password, user?.password_hash);
  if (!user || !fits) throw new HttpError('wrong_password');
  return user.password_hash;
}

/**
 * Checks the account again, and locks the account and the session until the transaction ends. While this server hashed
 * the password, another request may have replaced the password, suspended or deleted the account, or ended the session.
 * @param confirmed the hash that the password was verified against
 * @throws {HttpError} not_authenticated after any of these changes, because each ends the session
 */
export async function expectUnchanged(
  work: StoreTransaction,
  { id, sessionId }: User,
  confirmed: string,
): Promise<void> {
  const held = await holdAccount(work, id);
  if (held?.password_hash !== confirmed || held.suspended_at !== null) throw new HttpError('not_authenticated');
  await holdSession(work, sessionId);
}

/**
 * The attempts that a new password adds to the account's limit for all networks together, and the seconds for which
 * they are allowed. The limit for one network stays the same.
 */
const afterReset = { attempts: 1_000, window: 60 * 60 };

/**
 * Sets a password, and ends all sessions and any reset link. Clears the counted attempts and allows many more: guessing
 * strangers could otherwise use up all attempts before the owner logs in. Keeps known networks: on these,
 * strangers elsewhere can't lock the owner out.
 */
export async function setPassword(
  work: StoreTransaction,
  { id, email }: Pick<User, 'id' | 'email'>,
  password_hash: string,
): Promise<void> {
  await work.updateTable('users').set({ password_hash }).where('id', '=', id).execute();
  await work.deleteFrom('reset_links').where('user_id', '=', id).execute();
  const { account, total } = policiesOf(defaultQuotas).login;
  for (const policy of [account, total]) await clearSubject(work, policy, emailKey(email));
  await allowMore(work, { ...total, window: afterReset.window }, emailKey(email), afterReset.attempts);
  await work.deleteFrom('sessions').where('user_id', '=', id).execute();
}

/** Replaces a forgotten password, and removes all passkeys: a thief may have used the account, and added a passkey. */
export async function replaceForgottenPassword(
  work: StoreTransaction,
  user: Pick<User, 'id' | 'email'>,
  password_hash: string,
): Promise<void> {
  await work.deleteFrom('passkeys').where('user_id', '=', user.id).execute();
  await setPassword(work, user, password_hash);
}
