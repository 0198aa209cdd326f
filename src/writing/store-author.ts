import { session } from '../data/session/session.ts';
import { writeRecords } from '../data/storage/records.ts';
import { recordKeys } from '../data/storage/storage-names.ts';

/** Stores for whom the worker, which has no local storage, may send; after a logout, for nobody. */
export async function storeAuthor(): Promise<void> {
  const { token, userId } = session.get();
  if (token === null || userId === null) await writeRecords({ remove: [recordKeys.author] });
  else await writeRecords({ put: { [recordKeys.author]: userId } });
}
