import type { AccountFailure } from '../../account/account-failure.ts';

/** The messages that differ from call to call. */
export interface FailureMessages {
  /** Said of every failure. */
  any?: string;
  wrongSecret?: string;
  invalid?: string;
  unanswered?: string;
  refused?: string;
}

const usual = {
  wrongSecret: 'That is not your password.',
  invalid: 'The server does not take this.',
  unanswered: 'No answer. Try again when you’re online.',
  refused: 'The server refused this. Nothing has changed.',
};

/** Returns the message about a failed call of the account. */
export function failureText(failure: AccountFailure, words: FailureMessages): string {
  if (words.any) return words.any;
  switch (failure.kind) {
    case 'wrong secret':
      return words.wrongSecret ?? usual.wrongSecret;
    case 'invalid':
      return words.invalid ?? usual.invalid;
    case 'unanswered':
      return words.unanswered ?? usual.unanswered;
    case 'login expired':
      return 'Your login has expired.';
    case 'suspended':
      return 'This account is suspended.';
    case 'deleted':
      return 'This account is deleted.';
    case 'too many attempts':
      return `Too many attempts. Try again ${inMinutes(failure.waitSeconds)}.`;
    case 'refused':
      return words.refused ?? usual.refused;
  }
}

/** When something can be tried again; `later` for 0. */
export function inMinutes(seconds: number): string {
  if (seconds > 0 && seconds <= 10) return 'in a moment';
  const minutes = Math.ceil(seconds / 60);
  return minutes > 1 ? `in ${minutes} minutes` : minutes === 1 ? 'in a minute' : 'later';
}
