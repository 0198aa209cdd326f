import { expect, test } from 'vitest';
import { createLatestOnly } from '../../src/device/latest-only.ts';

test('what joins a request is as late as that request, and makes it no older', () => {
  const requests = createLatestOnly();
  const isRequestLatest = requests.begin();
  const isJoinedLatest = requests.join();
  expect([isRequestLatest(), isJoinedLatest()]).toEqual([true, true]);
  requests.begin();
  expect([isRequestLatest(), isJoinedLatest()]).toEqual([false, false]);
});
