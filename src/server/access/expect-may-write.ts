import { HttpError } from '../process/http-error.ts';
import type { StoreTransaction } from '../store/schema.ts';
import { holdAccount } from './hold-account.ts';
import { holdSession, type User } from './sessions.ts';

/**
 * Checks again, in the transaction that writes, that the user may write. While a long post waited in a queue, its
 * author may have been suspended or deleted, or the session ended. Locks the account and the session until the
 * transaction ends. So no post appears after a suspension, and a stolen token writes nothing after a change of the
 * password.
 * @throws {HttpError} not_authenticated, account_suspended
 */
export async function expectMayWrite(work: StoreTransaction, user: User): Promise<void> {
  const account = await holdAccount(work, user.id);
  if (!account) throw new HttpError('not_authenticated');
  if (account.suspended_at !== null) throw new HttpError('account_suspended');
  await holdSession(work, user.sessionId);
}
