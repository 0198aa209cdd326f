import { useEffect, useEffectEvent, useState } from 'react';
import { createLatestOnly } from '../../device/latest-only.ts';
import { useRetryAndRefetch } from './useRetryAndRefetch.ts';

export type Loading<T, Failure> =
  | { kind: 'loading' }
  | { kind: 'failed'; failure: Failure }
  | { kind: 'loaded'; value: T };

interface Source<T, Failure> {
  ask: () => Promise<T>;
  /** Why it failed. `unanswered`: asking again may help. */
  failureOf: (error: unknown) => Failure;
  /** Asked anew for each. */
  key?: string;
}

/**
 * Reads something that is not stored on the device, and again when the connection or the page comes back.
 *
 * @returns it, a refetch, and a change of what was read
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
      // What is shown stays when only the network is away.
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
