import type { StoreTransaction } from '../store/schema.ts';

/**
 * Locks an account's row until the transaction ends, and returns its present password hash and suspension; `undefined`
 * if the account is deleted. Suspending or deleting it, setting its password and ending all sessions wait for the lock.
 */
export const holdAccount = (work: StoreTransaction, id: string) =>
  work
    .selectFrom('users')
    .select(['password_hash', 'suspended_at'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
