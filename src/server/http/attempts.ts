import type { Context } from 'hono';
import type { Logger } from 'pino';
import { emailKey } from '../accounts.ts';
import { networkOf } from '../addresses.ts';
import { type AttemptKind, policiesOf, type Quotas } from '../quotas.ts';
import { attempt, forgive, type Standing } from '../rate-limits.ts';
import { Refusal } from '../refusal.ts';
import type { Store } from '../store/schema.ts';

export type Attempts = <T>(c: Context, kind: AttemptKind, email: string, make: () => Promise<T>) => Promise<T>;

/**
 * Lets through so many attempts to get in from one address, and so many at one account; a successful one takes the
 * account's failures back, so that its owner is never kept out by their own typing.
 * @throws {Refusal} too_many_attempts, before any work is done
 */
export function limitedAttempts(store: Store, log: Logger, quotas: Quotas): Attempts {
  const policies = policiesOf(quotas);

  return async (c, kind, email, make) => {
    const { address, account } = policies[kind];
    const visit = c.get('visit');
    const standings: Standing[] = [];
    const count = async (policy: typeof address, subject: string) => {
      if (policy.quota === 0) return undefined;
      const standing = await attempt(store, policy, subject);
      standings.push(standing);
      Object.assign(visit.headers, rateLimitHeaders(standings));
      if (standing.allowed) return standing;
      log.warn({ id: visit.id, policy: policy.name, address: visit.address }, 'too many attempts');
      throw new Refusal('too_many_attempts', { headers: { 'Retry-After': String(standing.resets) } });
    };
    // The address first: whoever is turned away there can't use up the attempts at an account.
    await count(address, networkOf(visit.address));
    const atAccount = await count(account, emailKey(email));
    const made = await make();
    if (atAccount) await forgive(store, atAccount, emailKey(email));
    return made;
  };
}

/** draft-ietf-httpapi-ratelimit-headers-10: `q` attempts in `w` seconds; `r` are left, `t` seconds before all are back. */
function rateLimitHeaders(standings: Standing[]): Record<string, string> {
  const list = (write: (standing: Standing) => string) =>
    standings.map((standing) => `"${standing.policy.name}";${write(standing)}`).join(', ');
  return {
    'RateLimit-Policy': list(({ policy }) => `q=${policy.quota};w=${policy.window}`),
    RateLimit: list(({ remaining, resets }) => `r=${remaining};t=${resets}`),
  };
}
