import { HttpError } from '../process/http-error.ts';
import type { StoreTransaction } from '../store/schema.ts';
import { holdAccount } from './hold-account.ts';
import { holdSession, type User } from './sessions.ts';

/**
 * Checks again, in the transaction that writes, that its user may write. A long post waits for others before it is
 * published, and its author may be suspended or deleted meanwhile, or the session ended. Whoever does so from now on waits
 * for the end of this transaction: no post appears after a suspension is done, and a stolen token writes nothing after a
 * change of the password.
 * @throws {HttpError} not_authenticated, account_suspended
 */
export async function expectMayWrite(work: StoreTransaction, user: User): Promise<void> {
  const account = await holdAccount(work, user.id);
  if (!account) throw new HttpError('not_authenticated');
  if (account.suspended_at !== null) throw new HttpError('account_suspended');
  if (user.sessionId !== undefined) await holdSession(work, user.sessionId);
}
