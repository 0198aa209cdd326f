import { useState } from 'react';
import { type AccountFailure, accountFailureOf } from '../../account/account-failure.ts';
import { useBusy } from './useBusy.ts';

export interface AccountCallOptions {
  /** Returns why a call failed, in words. */
  say: (failure: AccountFailure) => string;
  /** Called when a call was refused because the login has expired. */
  onExpired?: (() => void) | undefined;
}

/** Runs calls about the account. Returns whether a call is running, and why the last call failed, in words. */
export function useAccountCall({ say, onExpired }: AccountCallOptions) {
  const [isBusy, runOnce] = useBusy();
  const [failed, setFailed] = useState('');
  const run = (work: () => Promise<void>) =>
    runOnce(async () => {
      setFailed('');
      try {
        await work();
      } catch (error) {
        console.error('A call failed; the screen says why.', error);
        const failure = accountFailureOf(error);
        setFailed(say(failure));
        if (failure.kind === 'login expired') onExpired?.();
      }
    });
  return { isBusy, failed, run };
}
