import { expect, test } from 'vitest';
import { retryAfterMs } from '../../src/data/api/retry-after.ts';
import { backoffMs, nextAttemptAt } from '../../src/data/outbox/backoff.ts';

const second = 1_000;
const minute = 60 * second;
const day = 24 * 60 * minute;
const now = Date.UTC(2026, 10, 20, 12);

test.each([
  [1, 2 * second],
  [2, 4 * second],
  [3, 8 * second],
  [8, 256 * second],
  [9, 5 * minute],
  [1_000, 5 * minute],
])('after %i tries without an answer the pause is half to one and a half of %i ms', (tries, middle) => {
  expect(backoffMs(tries, 0)).toBe(middle / 2);
  expect(backoffMs(tries, 0.5)).toBe(middle);
  expect(backoffMs(tries, 0.999_999)).toBeLessThan(middle * 1.5);
});

test('two devices that lost the network together do not come back together', () => {
  expect(new Set(Array.from({ length: 50 }, () => backoffMs(3))).size).toBeGreaterThan(40);
});

test.each([
  ['120', 120 * second],
  ['0', 0],
  ['Fri, 20 Nov 2026 12:01:00 GMT', minute],
  ['Friday, 20-Nov-26 12:01:00 GMT', minute],
  ['Fri, 20 Nov 2026 11:00:00 GMT', 0],
  ['999999999999999999999', day],
  ['Sun, 20 Nov 2033 12:00:00 GMT', day],
  [null, 0],
  ['', 0],
  ['soon', 0],
  ['later 3000', 0],
  ['-5', 0],
  ['1.5', 0],
  ['Infinity', 0],
  ['120, 120', 0],
  ['Fri, 99 Nov 2026 12:01:00 GMT', 0],
])('Retry-After %j asks for %i ms', (header, expected) => {
  expect(retryAfterMs(header, now)).toBe(expected);
});

test('an entry goes when both pauses are over', () => {
  expect(nextAttemptAt({ notBefore: now + minute, heldUntil: now + second }, now)).toBe(now + minute);
  expect(nextAttemptAt({ notBefore: now + second, heldUntil: now + minute }, now)).toBe(now + minute);
});

test('A pause set by a clock that ran years ahead is over', () => {
  expect(nextAttemptAt({ notBefore: now + 365 * day, heldUntil: now + 365 * day }, now)).toBeLessThanOrEqual(now);
  expect(nextAttemptAt({ notBefore: now + 8 * minute, heldUntil: 0 }, now)).toBeLessThanOrEqual(now);
  expect(nextAttemptAt({ notBefore: 0, heldUntil: now + day }, now)).toBe(now + day);
});
