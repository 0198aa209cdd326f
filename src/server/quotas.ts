import type { Policy } from './rate-limits.ts';

/** Attempts to get in that are let through in one window; 0: any number. */
export type Quotas = {
  loginsPerAccount: number;
  loginsPerAddress: number;
  registrationsPerAccount: number;
  registrationsPerAddress: number;
};

/**
 * An account's are few: each may be a guess. An address's are many: a school or a company may stand behind one.
 */
export const usualQuotas: Quotas = {
  loginsPerAccount: 10,
  loginsPerAddress: 300,
  registrationsPerAccount: 10,
  registrationsPerAddress: 300,
};

/** In seconds. */
const windows = { login: 15 * 60, registration: 60 * 60 };

export type AttemptKind = keyof typeof windows;

export function policiesOf(quotas: Quotas): Record<AttemptKind, Record<'account' | 'address', Policy>> {
  const { login, registration } = windows;
  return {
    login: {
      account: { name: 'login-account', quota: quotas.loginsPerAccount, window: login },
      address: { name: 'login-address', quota: quotas.loginsPerAddress, window: login },
    },
    registration: {
      account: { name: 'registration-account', quota: quotas.registrationsPerAccount, window: registration },
      address: { name: 'registration-address', quota: quotas.registrationsPerAddress, window: registration },
    },
  };
}
