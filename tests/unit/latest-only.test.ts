import { expect, test } from 'vitest';
import { createLatestOnly } from '../../src/device/latest-only.ts';

test('a new request makes the previous request and all that joined it outdated', () => {
  const requests = createLatestOnly();
  const isRequestLatest = requests.begin();
  const isJoinedLatest = requests.join();
  expect([isRequestLatest(), isJoinedLatest()]).toEqual([true, true]);
  requests.begin();
  expect([isRequestLatest(), isJoinedLatest()]).toEqual([false, false]);
});
