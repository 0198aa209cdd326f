import type { StoreTransaction } from '../store/schema.ts';

/**
 * Locks the row of an account until the transaction ends, and returns what may have changed since it was read; `undefined`
 * if it is deleted. Suspending or deleting the account, setting its password and ending all its sessions wait for this lock.
 */
export const holdAccount = (work: StoreTransaction, id: string) =>
  work
    .selectFrom('users')
    .select(['password_hash', 'suspended_at'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
