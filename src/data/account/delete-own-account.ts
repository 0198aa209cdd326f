import type { Credentials } from '../../contract/accounts.ts';
import { timeouts } from '../timeouts.ts';
import { resultWithin } from '../with-timeout.ts';
import { deleteAccount } from './account-calls.ts';
import { accountFailureOf } from './account-failure.ts';
import { noteDeletion, readDeletions } from './deletions.ts';
import { isAccountGone } from './is-account-gone.ts';

/**
 * Deletes the account on the server. A deletion whose answer was lost counts as done once the server knows no such
 * account. Rejects as the call does while it does, or does not answer.
 */
export async function deleteOwnAccount({ token, userId }: Credentials, password: string): Promise<void> {
  await note(userId, 'asked');
  try {
    await deleteAccount(token, password);
  } catch (error) {
    const { kind } = accountFailureOf(error);
    const isInDoubt = kind === 'unanswered' || kind === 'login expired';
    if (!isInDoubt) await note(userId, undefined);
    if (!isInDoubt || !(await isAccountGone(userId))) throw error;
    console.info('The account is gone: it was deleted by a call whose answer was lost.');
  }
}

/** Whether an account was deleted by a call from this device whose answer was lost. Never rejects. */
export async function isDeletionDone(userId: string): Promise<boolean> {
  try {
    const asked = await resultWithin(timeouts.databaseOpenTimeoutMs, readDeletions());
    return asked?.[userId]?.kind === 'asked' && (await isAccountGone(userId));
  } catch (error) {
    console.error('Could not read which deletions were asked for; taking the account for a living one.', error);
    return false;
  }
}

async function note(userId: string, kind: 'asked' | undefined): Promise<void> {
  try {
    await resultWithin(timeouts.databaseOpenTimeoutMs, noteDeletion(userId, kind));
  } catch (error) {
    console.error('Could not note that the account is to be deleted; a lost answer is not asked for again.', error);
  }
}
