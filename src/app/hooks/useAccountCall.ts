import { useState } from 'react';
import { accountFailureOf } from '../../account/account-failure.ts';
import { type FailureMessages, failureText } from '../text/account-failure-text.ts';
import { useBusy } from './useBusy.ts';

interface AccountCallOptions {
  words?: FailureMessages;
  /** Called when a call was refused because the login has expired. */
  onExpired?: (() => void) | undefined;
}

/** A call about the account: whether it is under way, and why the last one failed, in words. */
export function useAccountCall({ words = {}, onExpired }: AccountCallOptions) {
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
        setFailed(failureText(failure, words));
        if (failure.kind === 'login expired') onExpired?.();
      }
    });
  return { isBusy, failed, run };
}
