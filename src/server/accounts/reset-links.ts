import type { Reset } from '../../contract/account-calls.ts';
import { holdAccount } from '../access/hold-account.ts';
import { isSecret, newSecret, sha256 } from '../access/sessions.ts';
import { HttpError } from '../process/http-error.ts';
import type { Store } from '../store/schema.ts';
import { hashPassword } from './passwords.ts';
import { replaceForgottenPassword } from './set-password.ts';

/** How long a link can be used, in milliseconds. */
const lifetime = 24 * 60 * 60 * 1000;

/**
 * Makes a link that replaces any earlier one. Until the link is used, the account does not change.
 * @returns the link's secret. Only its hash is stored, so it can't be read again later.
 */
export async function makeResetLink({ db }: Pick<Store, 'db'>, userId: string) {
  const link = { secret: newSecret(), endsAt: new Date(Date.now() + lifetime).toISOString() };
  const stored = { link_hash: sha256(link.secret), ends_at: link.endsAt };
  await db
    .insertInto('reset_links')
    .values({ user_id: userId, ...stored })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(stored))
    .execute();
  return link;
}

/**
 * Sets a new password and ends every session. Removes recovery codes and passkeys, too, as a thief may have made them.
 * Of several concurrent calls with one link, one succeeds.
 * @throws {HttpError} wrong_link; account_suspended, only with a valid link, which stays valid
 */
export async function resetByLink({ db }: Store, { link, newPassword }: Reset): Promise<void> {
  if (!isSecret(link)) throw new HttpError('wrong_link');
  const good = { hash: sha256(link), since: new Date().toISOString() };
  const user = await db
    .selectFrom('reset_links')
    .innerJoin('users', 'users.id', 'reset_links.user_id')
    .select(['users.id', 'users.email', 'users.suspended_at'])
    .where('link_hash', '=', good.hash)
    .where('ends_at', '>', good.since)
    .executeTakeFirst();
  if (!user) throw new HttpError('wrong_link');
  if (user.suspended_at !== null) throw new HttpError('account_suspended');
  const password_hash = await hashPassword(newPassword);
  await db.transaction().execute(async (work) => {
    // During the hashing, the link may have been used or replaced, or the account suspended or deleted.
    const held = await holdAccount(work, user.id);
    const used = await work.deleteFrom('reset_links').where('link_hash', '=', good.hash).executeTakeFirstOrThrow();
    if (held?.suspended_at !== null || used.numDeletedRows === 0n) throw new HttpError('wrong_link');
    await work.deleteFrom('recovery_codes').where('user_id', '=', user.id).execute();
    await replaceForgottenPassword(work, user, password_hash);
  });
}
