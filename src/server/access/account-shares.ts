import { HttpError } from '../process/http-error.ts';
import type { Database, Store } from '../store/schema.ts';
import { charge, type RateLimit, standingOf } from './rate-limits.ts';

/**
 * Counts what is stored towards its account's hourly shares; a share of 0 has no limit. Call it in the transaction that
 * stores: then the shares hold across any number of servers, and what is not stored is not counted.
 * @throws {HttpError} posting_limit_reached
 */
export async function chargeShares(
  work: Database,
  userId: string,
  ...charges: (readonly [policy: RateLimit, weight: number])[]
): Promise<void> {
  for (const [policy, weight] of charges) {
    if (policy.quota === 0) continue;
    const { allowed, resets } = await charge(work, policy, userId, weight);
    if (!allowed) throw limitReached(resets);
  }
}

/** @throws {HttpError} posting_limit_reached if nothing is left of a share that has a limit */
export async function expectSharesLeft(store: Store, userId: string, policies: RateLimit[]): Promise<void> {
  const limited = policies.filter(({ quota }) => quota > 0);
  const standings = await Promise.all(limited.map((policy) => standingOf(store, policy, userId)));
  const closed = standings.filter(({ allowed }) => !allowed);
  if (closed.length > 0) throw limitReached(Math.max(...closed.map(({ resets }) => resets)));
}

function limitReached(seconds: number): HttpError {
  return new HttpError('posting_limit_reached', { headers: { 'Retry-After': String(seconds) } });
}
