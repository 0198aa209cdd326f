import { writeRecords } from '../records.ts';
import { session } from '../session.ts';
import { recordKeys } from '../storage.ts';

/** Tells the worker, which sees no local storage, for whom it may send; after a logout for nobody. */
export async function rememberAuthor(): Promise<void> {
  const { token, userId } = session.get();
  if (token === null || userId === null) await writeRecords({ remove: [recordKeys.author] });
  else await writeRecords({ put: { [recordKeys.author]: userId } });
}
