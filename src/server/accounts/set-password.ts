import { defaultQuotas, policiesOf } from '../access/attempt-quotas.ts';
import { emailKey } from '../access/email-key.ts';
import { holdAccount } from '../access/hold-account.ts';
import { allowMore, clearSubject } from '../access/rate-limits.ts';
import { holdSession, type LoggedIn, type User } from '../access/sessions.ts';
import { HttpError } from '../process/http-error.ts';
import type { Store, StoreTransaction } from '../store/schema.ts';
import { verifyPassword } from './passwords.ts';

/**
 * Asks for the password of somebody who is logged in. Work that follows calls `expectUnchanged` in its transaction.
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
 * Hashing takes time, in which the password may have been replaced, or the account suspended or deleted, and the session
 * with it. Checks it again, and holds the account as it is until the transaction ends.
 * @param confirmed the hash that the password was verified against
 * @throws {HttpError} not_authenticated, as the session has ended with any of it
 */
export async function expectUnchanged(
  work: StoreTransaction,
  { id, sessionId }: LoggedIn,
  confirmed: string,
): Promise<void> {
  const held = await holdAccount(work, id);
  if (held?.password_hash !== confirmed || held.suspended_at !== null) throw new HttpError('not_authenticated');
  await holdSession(work, sessionId);
}

/**
 * After a password was forgotten: attempts at the account, from all networks, that are allowed on top of the usual total,
 * and for how long, in seconds. From one network as few are allowed as ever.
 */
const afterReset = { attempts: 1_000, window: 60 * 60 };

/**
 * Sets a password and ends all sessions and the operator's link. It works at once: the counted attempts are cleared, and
 * so many more are allowed that strangers who go on guessing from many networks don't use them up before the owner comes.
 * Known networks stay known, as they are the owner's way past such strangers; they let nobody in without the password.
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

/** Sets a password that was forgotten, and ends all passkeys: a thief may have had the account, and added one. */
export async function replaceForgottenPassword(
  work: StoreTransaction,
  user: Pick<User, 'id' | 'email'>,
  password_hash: string,
): Promise<void> {
  await work.deleteFrom('passkeys').where('user_id', '=', user.id).execute();
  await setPassword(work, user, password_hash);
}
