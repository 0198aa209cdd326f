import { writeRecords } from '../../device/storage/records.ts';
import { recordKeys } from '../../device/storage/storage-names.ts';
import { session } from '../../session/session.ts';

/** Stores for whom the worker, which has no local storage, may send; after a logout, for nobody. */
export async function storeAuthor(): Promise<void> {
  const { token, userId } = session.get();
  if (token === null || userId === null) await writeRecords({ remove: [recordKeys.author] });
  else await writeRecords({ put: { [recordKeys.author]: userId } });
}
