import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useLatestOnly } from '../../src/app/hooks/useLatestOnly.ts';

test('Only the request that began last is the latest, also after the component has rendered again', () => {
  const { result, rerender } = renderHook(useLatestOnly);
  const isFirstLatest = result.current.begin();
  expect(isFirstLatest()).toBe(true);
  rerender();
  const isSecondLatest = result.current.begin();
  expect([isFirstLatest(), isSecondLatest()]).toEqual([false, true]);
});

test('What joins a request is as late as that request, and makes it no older', () => {
  const { result } = renderHook(useLatestOnly);
  const isRequestLatest = result.current.begin();
  const isJoinedLatest = result.current.join();
  expect([isRequestLatest(), isJoinedLatest()]).toEqual([true, true]);
  result.current.begin();
  expect([isRequestLatest(), isJoinedLatest()]).toEqual([false, false]);
});
