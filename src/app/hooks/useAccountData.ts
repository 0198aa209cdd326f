import { useEffect, useEffectEvent } from 'react';
import { type AccountFailure, accountFailureOf } from '../../account/account-failure.ts';
import { type Loading, useLoading } from './useLoading.ts';

export type AccountData<T> = Loading<T, AccountFailure>;

interface Source<T> {
  ask: () => Promise<T>;
  /** A new token causes a new call. */
  token: string;
  onExpired: () => void;
}

/**
 * Reads data of the user's account. After too many attempts, it reads them again when the backend allows that.
 *
 * @returns the data, and a function that reads them again
 */
export function useAccountData<T>({ ask, token, onExpired }: Source<T>): [AccountData<T>, () => Promise<void>] {
  const [data, load] = useLoading({ ask, failureOf: accountFailureOf, key: token });
  const failure = data.kind === 'failed' ? data.failure : undefined;
  const expire = useEffectEvent(onExpired);
  const retry = useEffectEvent(() => void load());
  useEffect(() => {
    if (failure?.kind === 'login expired') expire();
    if (failure?.kind !== 'too many attempts' || failure.waitSeconds === 0) return;
    const timer = setTimeout(retry, failure.waitSeconds * 1000);
    return () => clearTimeout(timer);
  }, [failure]);
  return [data, load];
}
