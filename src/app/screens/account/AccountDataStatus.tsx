import type { AccountFailure } from '../../../account/account-failure.ts';
import { failureText, inMinutes } from '../../text/account-failure-text.ts';
import type { AccountData } from './useAccountData.ts';

/** Says that a part of the account is loading, or why it cannot be shown. `useAccountData` asks again by itself. */
export function AccountDataStatus({ data, loading }: { data: AccountData<unknown>; loading: string }) {
  if (data.kind === 'loading') return <p role="status">{loading}</p>;
  return data.kind === 'failed' && <p role="alert">{wordsOf(data.failure)}</p>;
}

function wordsOf(failure: AccountFailure): string {
  if (failure.kind === 'too many attempts') {
    const asked = 'Too many requests: the server does not show this now.';
    return failure.waitSeconds > 0 ? `${asked} Trying again ${inMinutes(failure.waitSeconds)}.` : asked;
  }
  return failureText({
    unanswered: 'No answer. Trying again when you’re online.',
    refused: 'The server does not show this.',
  })(failure);
}
