import { useEffect, useEffectEvent, useState } from 'react';
import { type AccountFailure, accountFailureOf } from '../../account/account-failure.ts';
import { useLatestOnly } from './useLatestOnly.ts';
import { useRetryAndRefetch } from './useRetryAndRefetch.ts';

export type AccountData<T> =
  | { kind: 'loading' }
  | { kind: 'failed'; failure: AccountFailure }
  | { kind: 'loaded'; value: T };

interface Source<T> {
  ask: () => Promise<T>;
  /** Asked anew for each. */
  token: string;
  onExpired: () => void;
}

/**
 * Reads something of one's account, and again when the connection or the page comes back, or when the backend has said
 * that it may be asked again.
 *
 * @returns it, and a refetch
 */
export function useAccountData<T>({ ask, token, onExpired }: Source<T>): [AccountData<T>, () => Promise<void>] {
  const [data, setData] = useState<AccountData<T>>({ kind: 'loading' });
  const requests = useLatestOnly();
  const load = async () => {
    const isLatest = requests.begin();
    try {
      const value = await ask();
      if (isLatest()) setData({ kind: 'loaded', value });
    } catch (error) {
      if (!isLatest()) return;
      console.error('Could not read a part of the account.', error);
      const failure = accountFailureOf(error);
      // The shown posts stay when only the network is away.
      setData((now) => (now.kind === 'loaded' && failure.kind === 'unanswered' ? now : { kind: 'failed', failure }));
      if (failure.kind === 'login expired') onExpired();
    }
  };
  const loadNow = useEffectEvent((_: string) => void load());
  useEffect(() => loadNow(token), [token]);
  useRetryAndRefetch(() => void load(), data.kind === 'failed' && data.failure.kind === 'unanswered');
  const retry = useEffectEvent(() => void load());
  useEffect(() => {
    if (data.kind !== 'failed' || data.failure.kind !== 'too many attempts' || data.failure.waitSeconds === 0) return;
    const timer = setTimeout(retry, data.failure.waitSeconds * 1000);
    return () => clearTimeout(timer);
  }, [data]);
  return [data, load];
}
