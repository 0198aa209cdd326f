import { expect, test } from 'vitest';
import { createLatestOnly } from '../../src/device/latest-only.ts';

test('a joined request is the latest as long as the request that it joined', () => {
  const requests = createLatestOnly();
  const isRequestLatest = requests.begin();
  const isJoinedLatest = requests.join();
  expect([isRequestLatest(), isJoinedLatest()]).toEqual([true, true]);
  requests.begin();
  expect([isRequestLatest(), isJoinedLatest()]).toEqual([false, false]);
});
