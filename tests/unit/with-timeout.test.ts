import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { resultWithin, withTimeout } from '../../src/device/with-timeout.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const after = <T>(milliseconds: number, result: T) =>
  new Promise<T>((resolve) => setTimeout(resolve, milliseconds, result));

test('work that ends in time gives its result, and leaves no timer behind', async () => {
  expect(await withTimeout(1_000, Promise.resolve('done'))).toBe('done');
  expect(await resultWithin(1_000, Promise.resolve('done'))).toBe('done');
  expect(vi.getTimerCount()).toBe(0);
});

test('work that takes too long gives undefined, or rejects with a TimeoutError', async () => {
  const [patient, strict] = [resultWithin(1_000, after(1_001, 'late')), withTimeout(1_000, after(1_001, 'late'))];
  const refused = expect(strict).rejects.toMatchObject({ name: 'TimeoutError', message: 'No answer within 1000 ms' });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await patient).toBeUndefined();
  await refused;
});

test('a result of undefined is no timeout', async () => {
  expect(await withTimeout(1_000, Promise.resolve(undefined))).toBeUndefined();
});

test('the failure of the work is passed on', async () => {
  const failing = () => Promise.reject(new TypeError('no storage'));
  await expect(withTimeout(1_000, failing())).rejects.toThrow('no storage');
  await expect(resultWithin(1_000, failing())).rejects.toThrow('no storage');
  expect(vi.getTimerCount()).toBe(0);
});
