import { writeRecords } from '../../device/storage/records.ts';
import { recordKeys } from '../../device/storage/storage-names.ts';
import { session } from '../../session/session.ts';

/** Stores the id of the user for whom the worker may send, as it has no local storage. Removes it after a logout. */
export async function storeAuthor(): Promise<void> {
  const { token, userId } = session.get();
  if (token === null || userId === null) await writeRecords({ remove: [recordKeys.author] });
  else await writeRecords({ put: { [recordKeys.author]: userId } });
}
