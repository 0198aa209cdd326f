import { maxEntries } from '../../device/storage/max-entries.ts';
import { readRecord, readRecords, writeRecords } from '../../device/storage/records.ts';
import { recordKeys } from '../../device/storage/storage-names.ts';

/** How far a reader came in a long post. */
export interface ReadingProgress {
  id: string;
  /** Fraction of the post's height, from 0 to 1, so that it holds for another text size or window. */
  fraction: number;
  /** Milliseconds since the epoch. */
  at: number;
}

const keyOf = (id: string) => `${recordKeys.progress}/${id}`;

export const readProgress = (id: string): Promise<ReadingProgress | undefined> =>
  readRecord<ReadingProgress>(keyOf(id));

/** Stores the progress in one post; only the newest `maxEntries.progress` posts are remembered. */
export async function saveProgress(progress: ReadingProgress): Promise<void> {
  const stored = await readRecords<ReadingProgress>(`${recordKeys.progress}/`);
  const others = stored.filter(({ id }) => id !== progress.id).sort((a, b) => b.at - a.at);
  const remove = others.slice(maxEntries.progress - 1).map(({ id }) => keyOf(id));
  await writeRecords({ put: { [keyOf(progress.id)]: progress }, remove });
}

export const deleteProgress = (id: string): Promise<void> => writeRecords({ remove: [keyOf(id)] });

/** Called at logout: what somebody has read is private. */
export async function clearProgress(): Promise<void> {
  const stored = await readRecords<ReadingProgress>(`${recordKeys.progress}/`);
  await writeRecords({ remove: stored.map(({ id }) => keyOf(id)) });
}
