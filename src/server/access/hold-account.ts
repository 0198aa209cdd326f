import type { StoreTransaction } from '../store/schema.ts';

/**
 * Returns what may have changed of an account since it was read, `undefined` if it is deleted. Until the transaction ends,
 * whoever suspends it, deletes it, sets its password or ends its sessions waits.
 */
export const holdAccount = (work: StoreTransaction, id: string) =>
  work
    .selectFrom('users')
    .select(['password_hash', 'suspended_at'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
