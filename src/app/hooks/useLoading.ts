import { useEffect, useEffectEvent, useState } from 'react';
import { createLatestOnly } from '../../device/latest-only.ts';
import { useRetryAndRefetch } from './useRetryAndRefetch.ts';

export type Loading<T, Failure> =
  | { kind: 'loading' }
  | { kind: 'failed'; failure: Failure }
  | { kind: 'loaded'; value: T };

interface Source<T, Failure> {
  ask: () => Promise<T>;
  /** Returns why a call failed. A call that failed as `unanswered` is made again. */
  failureOf: (error: unknown) => Failure;
  /** A new key causes a new call. */
  key?: string;
}

/**
 * Reads data that the device does not store, and reads them again when the connection or the page comes back.
 *
 * @returns the data, a function that reads them again, and a function that changes them on screen
 */
export function useLoading<T, Failure extends { kind: string }>({ ask, failureOf, key = '' }: Source<T, Failure>) {
  const [data, setData] = useState<Loading<T, Failure>>({ kind: 'loading' });
  const [requests] = useState(createLatestOnly);
  const load = async () => {
    const isLatest = requests.begin();
    try {
      const value = await ask();
      if (isLatest()) setData({ kind: 'loaded', value });
    } catch (error) {
      if (!isLatest()) return;
      console.error('Could not read a part of the screen.', error);
      const failure = failureOf(error);
      // If only the network is away, the shown data stay.
      setData((now) => (now.kind === 'loaded' && failure.kind === 'unanswered' ? now : { kind: 'failed', failure }));
    }
  };
  const loadNow = useEffectEvent((_: string) => void load());
  useEffect(() => loadNow(key), [key]);
  useRetryAndRefetch(() => void load(), data.kind === 'failed' && data.failure.kind === 'unanswered');
  const change = (update: (value: T) => T) =>
    setData((now) => (now.kind === 'loaded' ? { kind: 'loaded', value: update(now.value) } : now));
  return [data, load, change] as const;
}
