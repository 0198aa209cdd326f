import { HttpError } from '../process/http-error.ts';
import type { Database, Store } from '../store/schema.ts';
import { charge, chargeAfterwards, type RateLimit, standingOf } from './rate-limits.ts';

/**
 * The hourly limits of one account for storing one kind of thing, such as posts; a quota of 0 means no limit. `wasted`
 * and `wastedBytes` limit writes that store nothing (refused, repeated, unchanged), which cost the server time, too.
 */
export type Shares = Record<keyof Amount | 'wasted' | 'wastedBytes', RateLimit>;

/** How many posts or images one request stores, and their bytes. */
export type Amount = { number: number; bytes: number };

/** Returns the limits for one kind. @param kind prefix of the limits' names in the database */
export function hourlyShares(kind: string, quotas: Record<keyof Shares, number>): Shares {
  const share = (name: keyof Shares): RateLimit => hourlyLimit(`${kind}-${name}-account`, quotas[name]);
  return { number: share('number'), bytes: share('bytes'), wasted: share('wasted'), wastedBytes: share('wastedBytes') };
}

export const hourlyLimit = (name: string, quota: number): RateLimit => ({ name, quota, window: 60 * 60 });

/**
 * Counts stored posts or images, and their bytes, towards the account's limits. Call it in the transaction that stores
 * the data: then the limits hold across all servers, and a rollback undoes the count.
 * @throws {HttpError} posting_limit_reached
 */
export async function chargeStored(
  work: Database,
  { number, bytes }: Shares,
  userId: string,
  amount: Amount,
): Promise<void> {
  if (amount.number > 0) await chargeLimit(work, number, userId, amount.number);
  await chargeLimit(work, bytes, userId, amount.bytes);
}

/** Counts `weight` towards one limit of an account. @throws {HttpError} posting_limit_reached */
export async function chargeLimit(work: Database, policy: RateLimit, userId: string, weight = 1): Promise<void> {
  if (policy.quota === 0) return;
  const { allowed, resets } = await charge(work, policy, userId, weight);
  if (!allowed) throw limitReached(resets);
}

/** In bytes. A shorter body does not count towards `wastedBytes`. */
const worthCounting = 64 * 1024;

/**
 * Counts a request that stored no new post or image, such as a repeat, a refused request, an import that only added
 * versions, or a deletion of something that does not exist.
 * @param bytes of its body
 */
export async function chargeEmptyWrite(store: Store, shares: Shares, userId: string, bytes: number): Promise<void> {
  await chargeAfterwards(store, shares.wasted, userId, 1);
  if (bytes >= worthCounting) await chargeAfterwards(store, shares.wastedBytes, userId, bytes);
}

/**
 * Checks the limits before a body is read, so that a client whose account has reached a limit need not send the body.
 * @param mayStore whether the request may store something; if not, only the limits of wasted requests are checked
 * @throws {HttpError} posting_limit_reached
 */
export async function expectSharesLeft(
  store: Store,
  { number, bytes, wasted, wastedBytes }: Shares,
  userId: string,
  mayStore = false,
): Promise<void> {
  const policies = [wasted, wastedBytes, ...(mayStore ? [number, bytes] : [])].filter(({ quota }) => quota > 0);
  const standings = await Promise.all(policies.map((policy) => standingOf(store, policy, userId)));
  const closed = standings.filter(({ allowed }) => !allowed);
  if (closed.length > 0) throw limitReached(Math.max(...closed.map(({ resets }) => resets)));
}

function limitReached(seconds: number): HttpError {
  return new HttpError('posting_limit_reached', { headers: { 'Retry-After': String(seconds) } });
}
