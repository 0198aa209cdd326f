import { useState } from 'react';
import { accountFailureOf } from '../../../account/account-failure.ts';
import { useBusy } from '../../hooks/useBusy.ts';
import { failureText } from '../../text/account-failure-text.ts';

/** A call that a button makes: whether it is under way, and why the last one failed, in words. */
export function useAccountAction(onExpired: () => void) {
  const [isBusy, runOnce] = useBusy();
  const [failed, setFailed] = useState('');
  const run = (work: () => Promise<void>) =>
    runOnce(async () => {
      setFailed('');
      try {
        await work();
      } catch (error) {
        console.error('A call about the account failed; the screen says why.', error);
        const failure = accountFailureOf(error);
        setFailed(failureText(failure, {}));
        if (failure.kind === 'login expired') onExpired();
      }
    });
  return { isBusy, failed, run };
}
