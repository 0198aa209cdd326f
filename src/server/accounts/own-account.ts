import type { PasswordChange } from '../../contract/account-calls.ts';
import { chargeLimit, hourlyLimit } from '../access/account-shares.ts';
import { expectMayWrite } from '../access/expect-may-write.ts';
import { type Opened, openSession, type User } from '../access/sessions.ts';
import type { Store } from '../store/schema.ts';
import { hashPassword } from './passwords.ts';
import { confirmPassword, expectUnchanged, setPassword } from './set-password.ts';

/**
 * Limits of changes in an hour, because each new name invalidates every cached page of its author. On PostgreSQL, so
 * does each new password, because it changes the same row (`postCacheKey`).
 */
export const renameLimit = hourlyLimit('names-account', 30);
export const passwordChangeLimit = hourlyLimit('passwords-account', 30);

/**
 * Renames an author. Every server then renders all documents with the name again (`postCacheKey`).
 * @throws {HttpError} not_authenticated, account_suspended, posting_limit_reached
 */
export function rename({ db }: Store, user: User, name: string): Promise<void> {
  return db.transaction().execute(async (work) => {
    await expectMayWrite(work, user);
    const account = work.selectFrom('users').select('id').where('id', '=', user.id).where('name', '!=', name);
    if (!(await account.executeTakeFirst())) return;
    await chargeLimit(work, renameLimit, user.id);
    await work
      .updateTable('users')
      .set(({ eb }) => ({ name, revision: eb('revision', '+', 1) }))
      .where('id', '=', user.id)
      .execute();
  });
}

/**
 * Sets a password, ends every session, and opens a new session with other secrets. Old tokens and cookies become
 * invalid. Recovery codes stay valid.
 * @throws {HttpError} wrong_password, posting_limit_reached; not_authenticated if the session ends during the call
 */
export async function changePassword(
  store: Store,
  user: User,
  { password, newPassword }: PasswordChange,
  device: string,
): Promise<Opened> {
  const confirmed = await confirmPassword(store, user.id, password);
  const password_hash = await hashPassword(newPassword);
  return store.db.transaction().execute(async (work) => {
    await expectUnchanged(work, user, confirmed);
    await chargeLimit(work, passwordChangeLimit, user.id);
    await setPassword(work, user, password_hash);
    return openSession(work, user.id, device);
  });
}
