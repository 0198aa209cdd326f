import { session } from '../session/session.ts';
import { writeRecords } from '../storage/records.ts';
import { recordKeys } from '../storage/storage-names.ts';

/** Stores for whom the worker, which has no local storage, may send the outbox; after a logout, for nobody. */
export async function storeOutboxUser(): Promise<void> {
  const { token, userId } = session.get();
  if (token === null || userId === null) await writeRecords({ remove: [recordKeys.author] });
  else await writeRecords({ put: { [recordKeys.author]: userId } });
}
