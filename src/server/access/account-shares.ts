import { HttpError } from '../process/http-error.ts';
import type { Database, Store } from '../store/schema.ts';
import { charge, chargeAfterwards, type RateLimit, standingOf } from './rate-limits.ts';

/**
 * What one account may do in an hour with one kind of thing; a quota of 0 has no limit. `wasted` and `wastedBytes` are for
 * requests that store nothing: without them an account could make the server work for nothing without end.
 */
export type Shares = Record<keyof Amount | 'wasted' | 'wastedBytes', RateLimit>;

/** How much of a kind is stored at once. */
export type Amount = { number: number; bytes: number };

/** @param kind names the shares in the database */
export function hourlyShares(kind: string, quotas: Record<keyof Shares, number>): Shares {
  const share = (name: keyof Shares): RateLimit => hourlyLimit(`${kind}-${name}-account`, quotas[name]);
  return {
    number: share('number'),
    bytes: share('bytes'),
    wasted: share('wasted'),
    wastedBytes: share('wastedBytes'),
  };
}

export const hourlyLimit = (name: string, quota: number): RateLimit => ({ name, quota, window: 60 * 60 });

/**
 * Counts what is stored towards its account's shares. Call it in the transaction that stores: then the shares hold across
 * any number of servers, and what is not stored is not counted.
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

/** @throws {HttpError} posting_limit_reached */
export async function chargeLimit(work: Database, policy: RateLimit, userId: string, weight = 1): Promise<void> {
  if (policy.quota === 0) return;
  const { allowed, resets } = await charge(work, policy, userId, weight);
  if (!allowed) throw limitReached(resets);
}

/** In bytes. Shorter bodies are counted by their number alone. */
const worthCounting = 64 * 1024;

/**
 * Counts a request that stored nothing: a repeat, what was refused, a deletion of what is not there.
 * @param bytes of its body
 */
export async function chargeWasted(store: Store, shares: Shares, userId: string, bytes: number): Promise<void> {
  await chargeAfterwards(store, shares.wasted, userId, 1);
  if (bytes >= worthCounting) await chargeAfterwards(store, shares.wastedBytes, userId, bytes);
}

/**
 * Checks the shares before a body is read, so that an account with nothing left need not send it.
 * @param mayStore unset: the request can only be one that stores nothing
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
