import { sql } from 'kysely';
import type { Database, Store } from '../store/schema.ts';
import { sha256 } from './sessions.ts';

/** Allows `quota` attempts in a `window` of seconds, counted for each subject, on all servers together. */
export type RateLimit = { name: string; quota: number; window: number };

/** The subject of a limit: an address, an account, or an account in one network. */
export type Subject = string | [account: string, network: string];

/** The rest of a subject's quota (`remaining`), and the seconds until the whole quota is available again (`resets`). */
export type Standing = { policy: RateLimit; allowed: boolean; remaining: number; resets: number };

/**
 * Counts `weight` if that much of the quota is left; otherwise counts nothing. Concurrent calls on several servers
 * can't exceed the quota. In a transaction, a rollback undoes the count.
 */
export async function charge(db: Database, policy: RateLimit, subject: Subject, weight: number): Promise<Standing> {
  const counted = weight > policy.quota ? undefined : await count(db, policy, subject, weight, policy.quota - weight);
  const window = counted ?? (await windowOf(db, policy, subject));
  const remaining = counted ? policy.quota - counted.count : 0;
  return { policy, allowed: counted !== undefined, remaining, resets: secondsTo(window?.ends_at ?? endOf(policy)) };
}

/** Counts `weight` for work that is already done, so the count may exceed the quota. A quota of 0 means no limit. */
export async function chargeAfterwards(
  { db }: Store,
  policy: RateLimit,
  subject: string,
  weight: number,
): Promise<void> {
  if (policy.quota > 0) await count(db, policy, subject, weight, policy.quota);
}

/** Adds `weight` to a count. Returns `undefined`, and counts nothing, if the count was already above `most`. */
async function count(db: Database, policy: RateLimit, subject: Subject, weight: number, most: number) {
  const now = new Date().toISOString();
  return db
    .insertInto('rate_limits')
    .values({ key: keyOf(policy, subject), count: weight, ends_at: endOf(policy) })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({
          count: sql`case when rate_limits.ends_at <= ${now} then excluded.count else rate_limits.count + excluded.count end`,
          ends_at: sql`case when rate_limits.ends_at <= ${now} then excluded.ends_at else rate_limits.ends_at end`,
        })
        .where((where) => where.or([where('rate_limits.ends_at', '<=', now), where('rate_limits.count', '<=', most)])),
    )
    .returning(['count', 'ends_at'])
    .executeTakeFirst();
}

/** Reads a subject's standing without counting anything. */
export async function standingOf({ db }: Pick<Store, 'db'>, policy: RateLimit, subject: string): Promise<Standing> {
  const window = await windowOf(db, policy, subject);
  const isOpen = window !== undefined && window.ends_at > new Date().toISOString();
  const remaining = policy.quota - (isOpen ? window.count : 0);
  return { policy, allowed: remaining > 0, remaining, resets: secondsTo(isOpen ? window.ends_at : endOf(policy)) };
}

/** Returns the last window that was opened for a subject. It may have ended. */
function windowOf(db: Database, policy: RateLimit, subject: Subject) {
  const windows = db.selectFrom('rate_limits').select(['count', 'ends_at']);
  return windows.where('key', '=', keyOf(policy, subject)).executeTakeFirst();
}

/** Deletes the count of a subject's attempts, after one of them succeeded. */
export async function resetCount({ db }: Store, { policy, remaining }: Standing, subject: Subject): Promise<void> {
  // Skips the write if only this attempt is counted and another is allowed: a later success deletes that count, too.
  if (remaining === policy.quota - 1 && remaining > 0) return;
  await db.deleteFrom('rate_limits').where('key', '=', keyOf(policy, subject)).execute();
}

/** Subtracts one attempt from a subject's count. */
export async function takeBack({ db }: Store, policy: RateLimit, subject: Subject): Promise<void> {
  const fewer = { count: sql<number>`count - 1` };
  await db.updateTable('rate_limits').set(fewer).where('key', '=', keyOf(policy, subject)).execute();
}

/** Deletes all counts of an account: the count over all networks, and the count of each network. */
export async function clearSubject(db: Database, policy: RateLimit, subject: string): Promise<void> {
  const key = keyOf(policy, subject);
  await db
    .deleteFrom('rate_limits')
    // These bounds let the database use the index under any collation. Without them, 100,000 rows took 20 ms.
    .where('key', '>=', key)
    .where('key', '<=', `${key}${'z'.repeat(key.length)}`)
    // In `like`, a `_` of the base64url hash matches any character. The rest of the hash tells accounts apart.
    .where((where) => where.or([where('key', '=', key), where('key', 'like', `${key} %`)]))
    .execute();
}

/** Opens a new window for a subject, which allows `more` attempts on top of the quota. */
export async function allowMore(db: Database, policy: RateLimit, subject: string, more: number): Promise<void> {
  const window = { count: -more, ends_at: endOf(policy) };
  await db
    .insertInto('rate_limits')
    .values({ key: keyOf(policy, subject), ...window })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(window))
    .execute();
}

/** Hashes the subject, so that the emails of attempts are not stored, and all keys of a policy have one length. */
function keyOf({ name }: RateLimit, subject: Subject): string {
  return [name, ...[subject].flat().map(sha256)].join(' ');
}

function endOf({ window }: RateLimit): string {
  return new Date(Date.now() + window * 1000).toISOString();
}

function secondsTo(end: string): number {
  return Math.max(1, Math.ceil((Date.parse(end) - Date.now()) / 1000));
}
