// @vitest-environment node
import { expect, test } from 'vitest';
import { maxEntries } from '../../src/device/storage/max-entries.ts';
import { clearProgress, deleteProgress, readProgress, saveProgress } from '../../src/reading/store/reading-progress.ts';
import { openRecords } from './support/records.ts';

const place = (id: string, at: number) => ({ id, fraction: 0.5, at });

test('Progress is found again, replaced by a later one, and deleted', async () => {
  await using _ = openRecords();
  await saveProgress(place('a', 1));
  await saveProgress({ id: 'a', fraction: 0.7, at: 2 });
  expect(await readProgress('a')).toEqual({ id: 'a', fraction: 0.7, at: 2 });
  await deleteProgress('a');
  expect(await readProgress('a')).toBeUndefined();
});

test('The progress stored longest ago is evicted first', async () => {
  await using _ = openRecords();
  for (let n = 0; n <= maxEntries.progress; n += 1) await saveProgress(place(`post ${n}`, n));
  expect(await readProgress('post 0')).toBeUndefined();
  expect(await readProgress('post 1')).toBeDefined();
  expect(await readProgress(`post ${maxEntries.progress}`)).toBeDefined();
});

test('A logout deletes all reading progress', async () => {
  await using _ = openRecords();
  await saveProgress(place('a', 1));
  await saveProgress(place('b', 2));
  await clearProgress();
  expect([await readProgress('a'), await readProgress('b')]).toEqual([undefined, undefined]);
});
