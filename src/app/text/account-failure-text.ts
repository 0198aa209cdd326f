import type { AccountFailure } from '../../account/account-failure.ts';

type SaidAlike = Exclude<AccountFailure['kind'], 'too many attempts'>;

/** The messages that differ from call to call. */
type FailureMessages = Partial<Record<SaidAlike, string>>;

const usual: Record<SaidAlike, string> = {
  'wrong secret': 'That is not your password.',
  invalid: 'The server did not accept this.',
  unanswered: 'No answer. Try again when you’re online.',
  'login expired': 'Your login has expired.',
  suspended: 'This account is suspended.',
  deleted: 'This account is deleted.',
  refused: 'The server refused this. Nothing has changed.',
};

/** Returns a function that puts the failure of an account's call into words. */
export const failureText =
  (words: FailureMessages = {}) =>
  (failure: AccountFailure): string =>
    failure.kind === 'too many attempts'
      ? `Too many attempts. Try again ${inMinutes(failure.waitSeconds)}.`
      : { ...usual, ...words }[failure.kind];

/** Returns when the user can try again, in words; `later` for 0. */
export function inMinutes(seconds: number): string {
  if (seconds > 0 && seconds <= 10) return 'in a moment';
  const minutes = Math.ceil(seconds / 60);
  return minutes > 1 ? `in ${minutes} minutes` : minutes === 1 ? 'in a minute' : 'later';
}
