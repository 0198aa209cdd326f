import type { Context } from 'hono';
import type { Logger } from 'pino';
import { networkOf, widerNetworkOf } from '../http/ip-addresses.ts';
import { networkOfClient } from '../http/request-context.ts';
import { HttpError } from '../process/http-error.ts';
import { WorkQueue } from '../process/work-queue.ts';
import type { Store } from '../store/schema.ts';
import { type AttemptKind, type AttemptQuotas, type Policies, policiesOf } from './attempt-quotas.ts';
import { emailKey } from './email-key.ts';
import { isKnownNetwork } from './known-networks.ts';
import { charge, type RateLimit, resetCount, type Subject, takeBack } from './rate-limits.ts';

/** Runs an attempt within the limits of its kind. `email` is the account's, or `''` if the attempt names none. */
export type Attempts = <T>(c: Context, kind: AttemptKind, email: string, make: () => Promise<T>) => Promise<T>;

/**
 * Allows a few more concurrent attempts than concurrent password hashes. Each attempt first writes to the database.
 * Without this bound, 300 attempts in a row made all other requests wait for the disk. Networks take turns, so none can
 * fill the queue.
 */
const attemptsBounds = { atOnce: 4, waiting: 200, waitTimeoutMs: 10_000 };

/**
 * Returns a function that limits logins, registrations and other attempts with a password or a code. It allows many
 * from one address, few at one account from one network, and more at one account from all networks. A success resets
 * the account's count, so that typing errors do not lock the owner out. For a network from which the owner has logged
 * in, only attempts from that network count, so that strangers elsewhere can't lock the owner out. Responses do not
 * reveal that a network is known until the attempts from all other networks are used up.
 * @throws {HttpError} too_many_attempts, busy, before `make` is called
 */
export function limitedAttempts(store: Store, log: Logger, quotas: AttemptQuotas): Attempts {
  const policies: Record<AttemptKind, Policies> = policiesOf(quotas);
  const queue = new WorkQueue(attemptsBounds);

  const tryOnce: Attempts = async (c, kind, email, make) => {
    const { address, account, total } = policies[kind];
    const context = c.get('requestContext');
    const client = { account: emailKey(email), network: networkOf(context.address) };
    Object.assign(context.headers, policyHeaders(policies[kind]));
    const count = async (policy: RateLimit | undefined, subject: Subject, isEnforced = true) => {
      if (!policy || policy.quota === 0) return undefined;
      const standing = await charge(store.db, policy, subject, 1);
      if (standing.allowed) return { standing, subject };
      if (!isEnforced) return undefined;
      log.warn({ id: context.id, policy: policy.name, address: context.address }, 'too many attempts');
      // For an account's limit, `Retry-After` is the whole window: the remaining time would reveal that other people
      // have tried, too.
      const wait = policy === address ? standing.resets : policy.window;
      const RateLimit = `"${policy.name}";r=0;t=${wait}`;
      throw new HttpError('too_many_attempts', { headers: { 'Retry-After': String(wait), RateLimit } });
    };
    // Counts the address first: an address over its limit can't use up the attempts at an account.
    await count(address, client.network);
    const isKnown = account !== undefined && kind !== 'registration' && (await isKnownNetwork(store, client));
    const ofAccount = await count(account, [
      client.account,
      isKnown ? client.network : widerNetworkOf(context.address),
    ]);
    // Also counts attempts from a known network: without this write, a stranger on that network could tell that it is
    // known.
    const ofTotal = await count(total, client.account, !isKnown);
    const made = await make().catch((error: unknown) => {
      if (error instanceof HttpError) {
        const why = error.cause instanceof Error && { reason: error.cause.message };
        log.warn({ id: context.id, address: context.address, code: error.code, ...why }, refused[kind]);
      }
      throw error;
    });
    if (ofAccount) await resetCount(store, ofAccount.standing, ofAccount.subject);
    // Guesses from other networks stay counted when the owner logs in from a known network.
    if (ofTotal && isKnown) await takeBack(store, ofTotal.standing.policy, ofTotal.subject);
    else if (ofTotal) await resetCount(store, ofTotal.standing, ofTotal.subject);
    return made;
  };

  return (c, kind, email, make) => queue.run(() => tryOnce(c, kind, email, make), networkOfClient(c));
}

/** Log messages. Logged without the email, because people sometimes type their password into the email field. */
const refused: Record<AttemptKind, string> = {
  login: 'a login was refused',
  registration: 'a registration was refused',
  confirmation: 'a confirmation by password was refused',
  recovery: 'a recovery code was refused',
  reset: 'a link to set a password was refused',
  passkey: 'the signature of a passkey was refused',
  challenge: 'a challenge for a passkey was refused',
};

/**
 * Returns `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers-10): `q` attempts in `w` seconds, the same for all
 * attempts of a kind. Only a refusal says how many are left (`RateLimit`). That number changes when the owner logs in,
 * and a stranger at the same address must not see that.
 */
function policyHeaders({ address, account, total }: Policies): Record<string, string> {
  const limited = [address, account, total].flatMap((policy) => (policy && policy.quota > 0 ? [policy] : []));
  if (limited.length === 0) return {};
  return {
    'RateLimit-Policy': limited.map(({ name, quota, window }) => `"${name}";q=${quota};w=${window}`).join(', '),
  };
}
