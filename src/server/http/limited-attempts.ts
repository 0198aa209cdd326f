import type { Context } from 'hono';
import type { Logger } from 'pino';
import { emailKey } from '../domain/accounts.ts';
import { type AttemptKind, type AttemptQuotas, type Policies, policiesOf } from '../domain/attempt-quotas.ts';
import { HttpError } from '../domain/http-error.ts';
import { isKnownNetwork, rememberNetwork } from '../domain/known-networks.ts';
import { attempt, forgive, type RateLimit, type Standing, type Subject } from '../domain/rate-limits.ts';
import type { Store } from '../store/schema.ts';
import { WorkQueue } from '../work-queue.ts';
import { networkOf, widerNetworkOf } from './ip-addresses.ts';
import { networkOfClient } from './request-context.ts';

/** @param email of the account; `''` where the attempt names none */
export type Attempts = <T>(c: Context, kind: AttemptKind, email: string, make: () => Promise<T>) => Promise<T>;

/**
 * A few more than passwords are hashed at once. Each attempt is counted in the database first: when three hundred did
 * so one after the other, everybody else waited for the disk. Networks take turns, so that none can fill the queue.
 */
const attemptsBounds = { atOnce: 4, waiting: 200, waitTimeoutMs: 10_000 };

/**
 * Limits logins, registrations, and whatever else asks for a password or a code: many from one address, few at one account from one network, and more at one account
 * from all networks. A successful attempt resets the account's count, so that owners are not locked out by their own
 * typing errors. Strangers can't lock them out either: on a network from which the owner has logged in before, only
 * attempts from that network count.
 * @throws {HttpError} too_many_attempts, busy, before `make` is called
 */
export function limitedAttempts(store: Store, log: Logger, quotas: AttemptQuotas): Attempts {
  const policies: Record<AttemptKind, Policies> = policiesOf(quotas);
  const queue = new WorkQueue(attemptsBounds);

  const tryOnce: Attempts = async (c, kind, email, make) => {
    const { address, account, total } = policies[kind];
    const context = c.get('requestContext');
    const client = { account: emailKey(email), network: networkOf(context.address) };
    const standings: Standing[] = [];
    const taken: [Standing, Subject][] = [];
    const count = async (policy: RateLimit | undefined, subject: Subject) => {
      if (!policy || policy.quota === 0) return;
      const standing = await attempt(store, policy, subject);
      standings.push(standing);
      Object.assign(context.headers, rateLimitHeaders(standings));
      if (standing.allowed) {
        if (policy !== address) taken.push([standing, subject]);
        return;
      }
      log.warn({ id: context.id, policy: policy.name, address: context.address }, 'too many attempts');
      throw new HttpError('too_many_attempts', { headers: { 'Retry-After': String(standing.resets) } });
    };
    // The address is counted first: once it is over its limit, it can't use up the attempts at an account.
    await count(address, client.network);
    const isKnown = account !== undefined && kind !== 'registration' && (await isKnownNetwork(store, client));
    await count(account, [client.account, isKnown ? client.network : widerNetworkOf(context.address)]);
    if (!isKnown) await count(total, client.account);
    const made = await make().catch((error: unknown) => {
      if (error instanceof HttpError) {
        const why = error.cause instanceof Error && { reason: error.cause.message };
        log.warn({ id: context.id, address: context.address, code: error.code, ...why }, refused[kind]);
      }
      throw error;
    });
    for (const [standing, subject] of taken) await forgive(store, standing, subject);
    return made;
  };

  return (c, kind, email, make) => queue.run(() => tryOnce(c, kind, email, make), networkOfClient(c));
}

/** Logged with the address but without the email: people sometimes type their password into that field. */
const refused: Record<AttemptKind, string> = {
  login: 'a login was refused',
  registration: 'a registration was refused',
  confirmation: 'the password of somebody who is logged in was refused',
  recovery: 'a recovery code was refused',
  reset: 'a link to set a password was refused',
  passkey: 'what a passkey has signed was refused',
  challenge: 'a challenge for a passkey was refused',
};

/** Call it once somebody has logged in: attempts from there no longer count with those of strangers. */
export function rememberNetworkOf(c: Context, store: Store, userId: string): Promise<void> {
  return rememberNetwork(store, userId, networkOf(c.get('requestContext').address));
}

/** draft-ietf-httpapi-ratelimit-headers-10: `q` attempts in `w` seconds; `r` are left, and in `t` seconds all are. */
function rateLimitHeaders(standings: Standing[]): Record<string, string> {
  const list = (write: (standing: Standing) => string) =>
    standings.map((standing) => `"${standing.policy.name}";${write(standing)}`).join(', ');
  return {
    'RateLimit-Policy': list(({ policy }) => `q=${policy.quota};w=${policy.window}`),
    RateLimit: list(({ remaining, resets }) => `r=${remaining};t=${resets}`),
  };
}
