import { useEffect, useEffectEvent } from 'react';
import { type AccountFailure, accountFailureOf } from '../../../account/account-failure.ts';
import { type Loading, useLoading } from '../../hooks/useLoading.ts';
import type { SectionProps } from './AccountSection.tsx';

export type AccountData<T> = Loading<T, AccountFailure>;

/**
 * Reads data of the user's account. If the backend refuses because of too many attempts, retries after the wait that
 * the backend names.
 *
 * @returns the data, and a function that reads them again
 */
export function useAccountData<T>(
  ask: (token: string) => Promise<T>,
  { login: { token }, onExpired }: SectionProps,
): [AccountData<T>, () => Promise<void>] {
  const [data, load] = useLoading({ ask: () => ask(token), failureOf: accountFailureOf, key: token });
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
