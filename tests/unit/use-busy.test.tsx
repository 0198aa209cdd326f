import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useBusy } from '../../src/app/hooks/useBusy.ts';

test('a second press does nothing while the work of the first press is running', async () => {
  const { result } = renderHook(useBusy);
  const end = Promise.withResolvers<void>();
  const work = vi.fn(() => end.promise);
  const press = () => result.current[1](work);
  expect(result.current[0]).toBe(false);
  await act(async () => void press());
  expect(result.current[0]).toBe(true);
  await act(press);
  expect(work).toHaveBeenCalledOnce();
  await act(async () => end.resolve());
  expect(result.current[0]).toBe(false);
  await act(press);
  expect(work).toHaveBeenCalledTimes(2);
});
