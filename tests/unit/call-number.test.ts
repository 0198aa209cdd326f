// @vitest-environment node
import { expect, test, vi } from 'vitest';
import { takeCallNumber } from '../../src/data/cache/call-number.ts';
import { openCaches } from './support/cache-storage.ts';
import { openFakeClock } from './support/fake-clock.ts';
import { openRecords } from './support/records.ts';

test('a call made after storage was deleted has a higher number than those that an open page still shows', async () => {
  using _clock = openFakeClock();
  const shown: number[] = [];
  {
    using _caches = openCaches();
    await using _records = openRecords();
    for (let call = 0; call < 5; call += 1) shown.push(await takeCallNumber());
  }
  expect(shown).toEqual(shown.toSorted((a, b) => a - b));
  expect(new Set(shown).size).toBe(5);
  vi.setSystemTime(Date.now() + 1_000);
  using _caches = openCaches();
  await using _records = openRecords();
  expect(await takeCallNumber()).toBeGreaterThan(shown.at(-1) ?? 0);
});
