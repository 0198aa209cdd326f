import type { AccountFailure } from '../../../account/account-failure.ts';

/** Calls back when a failure is that the login has expired. */
export const expiryTo =
  (onExpired: () => void) =>
  ({ kind }: AccountFailure): void => {
    if (kind === 'login expired') onExpired();
  };
