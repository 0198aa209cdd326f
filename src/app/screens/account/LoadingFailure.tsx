import { useEffect, useRef } from 'react';
import type { AccountFailure } from '../../../account/account-failure.ts';
import { useBusy } from '../../hooks/useBusy.ts';
import { failureText, inMinutes } from '../../text/account-failure-text.ts';
import { takeFocusInRows } from './useFocusAfterRemoval.ts';

interface LoadingFailureProps {
  failure: AccountFailure;
  retry: () => Promise<void>;
}

/** Why a part of the account cannot be shown, and asking for it again; not before the server has said it may be asked. */
export function LoadingFailure({ failure, retry }: LoadingFailureProps) {
  const [isBusy, runOnce] = useBusy();
  const isHeld = failure.kind === 'too many attempts' && failure.waitSeconds > 0;
  const retriedIn = useRef<HTMLElement>(null);
  const retryOnce = (button: HTMLElement) => {
    if (isHeld) return;
    retriedIn.current = button.closest('section');
    void runOnce(retry);
  };
  // When this goes, the list is on the screen in its place.
  useEffect(() => () => takeFocusInRows(retriedIn.current, 0), []);
  return (
    <>
      <p role="alert">{wordsOf(failure)}</p>
      {failure.kind !== 'login expired' && failure.kind !== 'suspended' && (
        <p>
          <button
            type="button"
            className="button quiet"
            aria-disabled={isBusy || isHeld}
            onClick={({ currentTarget }) => retryOnce(currentTarget)}
          >
            Retry
          </button>
        </p>
      )}
    </>
  );
}

function wordsOf(failure: AccountFailure): string {
  if (failure.kind === 'too many attempts') {
    const asked = 'The server has been asked too often, and does not show this now.';
    return failure.waitSeconds > 0 ? `${asked} It is asked again ${inMinutes(failure.waitSeconds)}.` : asked;
  }
  return failureText(failure, {
    unanswered: 'No answer has come. It is asked for again when there is a connection.',
    refused: 'The server does not show this.',
  });
}
