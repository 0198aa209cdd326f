import { expect, test } from 'vitest';
import { createLatestOnly } from '../../src/device/latest-only.ts';

test('after a new request, the previous request and those that joined it are outdated', () => {
  const requests = createLatestOnly();
  const isRequestLatest = requests.begin();
  const isJoinedLatest = requests.join();
  expect([isRequestLatest(), isJoinedLatest()]).toEqual([true, true]);
  requests.begin();
  expect([isRequestLatest(), isJoinedLatest()]).toEqual([false, false]);
});
