import { writeRecords } from '../../device/storage/records.ts';
import { recordKeys } from '../../device/storage/storage-names.ts';
import { session } from '../../session/session.ts';

/** Stores the id of the user for whom the worker may send, as workers have no local storage. A logout removes it. */
export async function storeAuthor(): Promise<void> {
  const { token, userId } = session.get();
  if (token === null || userId === null) await writeRecords({ remove: [recordKeys.author] });
  else await writeRecords({ put: { [recordKeys.author]: userId } });
}
