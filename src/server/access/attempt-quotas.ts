import type { RateLimit } from './rate-limits.ts';

/**
 * How many logins and registrations are allowed in one window; 0 means no limit. Other calls that take a password, a
 * recovery code or a link have the same quotas as logins, each with a count of its own. An account allows few attempts
 * from one network, because each may be a guess. It allows more from all networks together: otherwise a few guessing
 * strangers could lock the owner out. An address may make many attempts, because a school may share it.
 */
export const defaultQuotas = {
  /** For one account, from one network. */
  loginsPerAccount: 10,
  /** For one account, from all networks together. Does not apply to networks from which the owner has logged in. */
  loginsPerAccountTotal: 100,
  loginsPerAddress: 300,
  registrationsPerAccount: 10,
  registrationsPerAddress: 300,
};

export type AttemptQuotas = typeof defaultQuotas;

/** In seconds. */
const windows = { login: 15 * 60, registration: 60 * 60 };

/**
 * The attempts that are limited. `confirmation` asks a logged-in user for the password again. `recovery` takes a code,
 * `reset` a link and `passkey` a signed challenge; `challenge` requests a challenge.
 */
export type AttemptKind = 'login' | 'registration' | 'confirmation' | 'recovery' | 'reset' | 'passkey' | 'challenge';

/**
 * An attempt counts against its address, against its account from one network (`account`), and against its account from
 * all networks (`total`).
 */
export type Policies = { address: RateLimit; account?: RateLimit; total?: RateLimit };

export function policiesOf(quotas: AttemptQuotas) {
  const { login, registration } = windows;
  return {
    login: {
      account: { name: 'login-account', quota: quotas.loginsPerAccount, window: login },
      total: { name: 'login-account-total', quota: quotas.loginsPerAccountTotal, window: login },
      address: { name: 'login-address', quota: quotas.loginsPerAddress, window: login },
    },
    registration: {
      account: { name: 'registration-account', quota: quotas.registrationsPerAccount, window: registration },
      address: { name: 'registration-address', quota: quotas.registrationsPerAddress, window: registration },
    },
    confirmation: {
      account: { name: 'confirmation-account', quota: quotas.loginsPerAccount, window: login },
      total: { name: 'confirmation-account-total', quota: quotas.loginsPerAccountTotal, window: login },
      address: { name: 'confirmation-address', quota: quotas.loginsPerAddress, window: login },
    },
    // No limit for all networks together: nobody can guess a code of 80 random bits. With such a limit, strangers who
    // try could keep the owner from using a code.
    recovery: {
      account: { name: 'recovery-account', quota: quotas.loginsPerAccount, window: login },
      address: { name: 'recovery-address', quota: quotas.loginsPerAddress, window: login },
    },
    // No limit by account, because a link names no account.
    reset: { address: { name: 'reset-address', quota: quotas.loginsPerAddress, window: login } },
    // No limit by account: nobody can guess a signature, and strangers who try could lock the owner out.
    passkey: { address: { name: 'passkey-address', quota: quotas.loginsPerAddress, window: login } },
    challenge: { address: { name: 'challenge-address', quota: quotas.loginsPerAddress, window: login } },
  } satisfies Record<AttemptKind, Policies>;
}
