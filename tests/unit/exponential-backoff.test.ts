import { expect, test } from 'vitest';
import { exponentialBackoffMs } from '../../src/device/exponential-backoff.ts';

const backoff = { firstMs: 1_000, maxMs: 60_000, jitter: 0.25 };

test.each([
  [0, 1_000],
  [1, 2_000],
  [5, 32_000],
  [6, 60_000],
  [5_000, 60_000],
])('after %i retries, the pause is %i ms, plus or minus a quarter with jitter', (retries, middle) => {
  expect(exponentialBackoffMs(retries, { ...backoff, jitter: 0 }, 0.9)).toBe(middle);
  expect(exponentialBackoffMs(retries, backoff, 0)).toBe(0.75 * middle);
  expect(exponentialBackoffMs(retries, backoff, 0.5)).toBe(middle);
  expect(exponentialBackoffMs(retries, backoff, 1)).toBe(1.25 * middle);
});
