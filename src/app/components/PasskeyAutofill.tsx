import { useEffect, useEffectEvent, useState } from 'react';
import type { Credentials } from '../../contract/accounts.ts';
import { connection } from '../../device/calls/connection.ts';
import { useObservable } from '../hooks/useObservable.ts';
import type { CallAttempts } from './CallForm.tsx';

interface PasskeyAutofillProps extends CallAttempts {
  accept: (credentials: Credentials) => Promise<void>;
}

/**
 * Only focus on a field renews the offer. Focus on the Update button must not: a new offer makes a call, and during an
 * update, Chromium would then keep the old worker.
 */
const isField = (target: EventTarget | null): boolean => target instanceof HTMLInputElement;

/**
 * Lets the browser offer passkeys in the autofill of the email field. The offer ends while a login is sent, and when
 * the reader leaves the page or the screen. It stays while the page is hidden, because some authenticators open in
 * front of the page. Shows nothing and fails silently, because the password remains.
 */
export function PasskeyAutofill({ isSending, attempt, accept }: PasskeyAutofillProps) {
  const [round, setRound] = useState(0);
  const isAway = useObservable(connection) === 'away';

  const offer = useEffectEvent(async (ending: AbortSignal, again: () => void) => {
    try {
      const { choosePasskey } = await import('../../account/passkey-autofill.ts');
      const logIn = await choosePasskey(ending);
      if (logIn && !ending.aborted) attempt(async () => accept(await logIn()));
    } catch (error) {
      if (ending.aborted) return;
      console.info('The browser offers no passkeys; the password logs in.', error);
      // Any `DOMException` except `NotAllowedError` would recur, for example because this origin can have no passkeys.
      const mayPass = !(error instanceof DOMException) || error.name === 'NotAllowedError';
      if (mayPass) addEventListener('focusin', ({ target }) => isField(target) && again(), { signal: ending });
    }
  });

  useEffect(() => {
    if (isSending || isAway || !('PublicKeyCredential' in window)) return;
    const ending = new AbortController();
    const leave = () => ending.abort();
    const again = () => setRound(round + 1);
    const comeBack = ({ persisted }: PageTransitionEvent) => persisted && again();
    addEventListener('pagehide', leave);
    addEventListener('pageshow', comeBack);
    void offer(ending.signal, again);
    return () => {
      removeEventListener('pagehide', leave);
      removeEventListener('pageshow', comeBack);
      ending.abort();
    };
  }, [isSending, isAway, round]);
  return null;
}
