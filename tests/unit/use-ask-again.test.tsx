import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useAskAgain } from '../../src/app/parts/useAskAgain.ts';
import { connection } from '../../src/data/connection.ts';
import { spans } from '../../src/data/storage.ts';

/** Pauses are as long as their middle: chance is taken out. */
function openAsking(failed: boolean) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const chance = vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const ask = vi.fn();
  const { rerender, unmount } = renderHook((isFailed: boolean) => useAskAgain(ask, isFailed), { initialProps: failed });
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

function hide(): Disposable {
  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
  return { [Symbol.dispose]: () => void Reflect.deleteProperty(document, 'visibilityState') };
}

test('what was answered is not asked again', () => {
  using asking = openAsking(false);
  asking.pass(10 * spans.longestRetry);
  dispatchEvent(new Event('online'));
  document.dispatchEvent(new Event('visibilitychange'));
  expect(asking.ask).not.toHaveBeenCalled();
});

test('what failed is asked again after ever longer pauses, up to the longest', () => {
  using asking = openAsking(true);
  const pauses: number[] = [];
  for (let n = 0, asked = 0; n < 7; n += 1) {
    let pause = 0;
    while (asking.ask.mock.calls.length === asked && pause < 2 * spans.longestRetry) {
      asking.pass(1_000);
      pause += 1_000;
    }
    asked = asking.ask.mock.calls.length;
    pauses.push(pause);
  }
  expect(pauses).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
});

test('after a success the pauses begin anew', () => {
  using asking = openAsking(true);
  asking.pass(2_000);
  asking.pass(4_000);
  expect(asking.ask).toHaveBeenCalledTimes(2);
  asking.rerender(false);
  asking.rerender(true);
  asking.pass(2_000);
  expect(asking.ask).toHaveBeenCalledTimes(3);
});

test('while the network is away, what is shown is asked for too', () => {
  using asking = openAsking(false);
  act(() => connection.set('away'));
  asking.pass(2_000);
  expect(asking.ask).toHaveBeenCalledOnce();
  act(() => connection.set('reachable'));
  asking.pass(10 * spans.longestRetry);
  expect(asking.ask).toHaveBeenCalledOnce();
});

test('it is asked at once when the network returns or the app comes back to the foreground', () => {
  using asking = openAsking(true);
  act(() => void dispatchEvent(new Event('online')));
  expect(asking.ask).toHaveBeenCalledTimes(1);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(asking.ask).toHaveBeenCalledTimes(2);
});

test('in the background nothing is asked', () => {
  using asking = openAsking(true);
  using _ = hide();
  asking.pass(10 * spans.longestRetry);
  act(() => void dispatchEvent(new Event('online')));
  expect(asking.ask).not.toHaveBeenCalled();
});

test('a screen that is left asks no more', () => {
  const asking = openAsking(true);
  asking[Symbol.dispose]();
  dispatchEvent(new Event('online'));
  document.dispatchEvent(new Event('visibilitychange'));
  expect(asking.ask).not.toHaveBeenCalled();
});
