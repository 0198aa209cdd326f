import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useRetryAndRefetch } from '../../src/app/hooks/useRetryAndRefetch.ts';
import { connection } from '../../src/device/calls/connection.ts';
import { timeouts } from '../../src/device/timeouts.ts';

/** Renders the hook with fake timers, and with each random pause fixed at its middle. */
function openAsking(failed: boolean) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const chance = vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const ask = vi.fn();
  const { rerender, unmount } = renderHook((isFailed: boolean) => useRetryAndRefetch(ask, isFailed), {
    initialProps: failed,
  });
  return {
    ask,
    rerender,
    pass: (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds)),
    [Symbol.dispose]() {
      unmount();
      act(() => connection.set('reachable'));
      chance.mockRestore();
      vi.useRealTimers();
    },
  };
}

const hide = (): Disposable => vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');

test('a request that succeeded is not retried', () => {
  using asking = openAsking(false);
  asking.pass(10 * timeouts.maxRetryMs);
  dispatchEvent(new Event('online'));
  document.dispatchEvent(new Event('visibilitychange'));
  expect(asking.ask).not.toHaveBeenCalled();
});

test('a failed request is retried after growing pauses, up to a maximum', () => {
  using asking = openAsking(true);
  const pauses: number[] = [];
  for (let n = 0, asked = 0; n < 7; n += 1) {
    let pause = 0;
    while (asking.ask.mock.calls.length === asked && pause < 2 * timeouts.maxRetryMs) {
      asking.pass(1_000);
      pause += 1_000;
    }
    asked = asking.ask.mock.calls.length;
    pauses.push(pause);
  }
  expect(pauses).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
});

test('after a success, the pauses start again with the shortest pause', () => {
  using asking = openAsking(true);
  asking.pass(2_000);
  asking.pass(4_000);
  expect(asking.ask).toHaveBeenCalledTimes(2);
  asking.rerender(false);
  asking.rerender(true);
  asking.pass(2_000);
  expect(asking.ask).toHaveBeenCalledTimes(3);
});

test('while the network is away, a screen repeats even a request that succeeded', () => {
  using asking = openAsking(false);
  act(() => connection.set('away'));
  asking.pass(2_000);
  expect(asking.ask).toHaveBeenCalledOnce();
  act(() => connection.set('reachable'));
  asking.pass(10 * timeouts.maxRetryMs);
  expect(asking.ask).toHaveBeenCalledOnce();
});

test('retries at once when the network returns or the app comes to the foreground', () => {
  using asking = openAsking(true);
  act(() => void dispatchEvent(new Event('online')));
  expect(asking.ask).toHaveBeenCalledTimes(1);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(asking.ask).toHaveBeenCalledTimes(2);
});

test.each([
  ['five minutes', 5 * 60_000, 1],
  ['less than five minutes', 5 * 60_000 - 1, 0],
])('an app that was in the background for %s (%i ms) makes %i calls', (_, awayMs, calls) => {
  using asking = openAsking(false);
  vi.useFakeTimers({ toFake: ['Date'] });
  {
    using __ = hide();
    document.dispatchEvent(new Event('visibilitychange'));
    vi.setSystemTime(Date.now() + awayMs);
  }
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(asking.ask).toHaveBeenCalledTimes(calls);
});

test('a failed request is not retried while the app is in the background', () => {
  using asking = openAsking(true);
  using _ = hide();
  asking.pass(10 * timeouts.maxRetryMs);
  act(() => void dispatchEvent(new Event('online')));
  expect(asking.ask).not.toHaveBeenCalled();
});

test('a failed request is not retried after the component has unmounted', () => {
  const asking = openAsking(true);
  asking[Symbol.dispose]();
  dispatchEvent(new Event('online'));
  document.dispatchEvent(new Event('visibilitychange'));
  expect(asking.ask).not.toHaveBeenCalled();
});
