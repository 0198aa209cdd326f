import { sql } from 'kysely';
import { sha256 } from './sessions.ts';
import type { Store } from './store/schema.ts';

/** So many attempts in a window, in seconds; counted for each subject on its own, by all servers together. */
export type Policy = { name: string; quota: number; window: number };

/** What is left of a quota, and in how many seconds it is whole again. */
export type Standing = { policy: Policy; allowed: boolean; remaining: number; resets: number };

/**
 * Counts one attempt, before it is made: of any number of attempts at once, on any number of servers, no more than the
 * quota get through. An attempt that is turned away changes nothing.
 */
export async function attempt({ db }: Store, policy: Policy, subject: string): Promise<Standing> {
  const now = new Date().toISOString();
  const counted = await db
    .insertInto('rate_limits')
    .values({ key: keyOf(policy, subject), count: 1, ends_at: endOf(policy) })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({
          count: sql`case when rate_limits.ends_at <= ${now} then 1 else rate_limits.count + 1 end`,
          ends_at: sql`case when rate_limits.ends_at <= ${now} then excluded.ends_at else rate_limits.ends_at end`,
        })
        .where((where) =>
          where.or([where('rate_limits.ends_at', '<=', now), where('rate_limits.count', '<', policy.quota)]),
        ),
    )
    .returning(['count', 'ends_at'])
    .executeTakeFirst();
  if (!counted)
    return { policy, allowed: false, remaining: 0, resets: secondsTo(await endKnown({ db }, policy, subject)) };
  // Only a new window adds to the table: so many windows, so many chances to clear away the closed ones.
  if (counted.count === 1) await db.deleteFrom('rate_limits').where('ends_at', '<=', now).execute();
  return { policy, allowed: true, remaining: policy.quota - counted.count, resets: secondsTo(counted.ends_at) };
}

/** Whoever has shown who they are begins anew. */
export async function forgive({ db }: Store, { policy, remaining }: Standing, subject: string): Promise<void> {
  // One attempt is not worth a write; the next successful one takes both away.
  if (remaining === policy.quota - 1) return;
  await db.deleteFrom('rate_limits').where('key', '=', keyOf(policy, subject)).execute();
}

async function endKnown({ db }: Pick<Store, 'db'>, policy: Policy, subject: string): Promise<string> {
  const found = await db
    .selectFrom('rate_limits')
    .select('ends_at')
    .where('key', '=', keyOf(policy, subject))
    .executeTakeFirst();
  return found?.ends_at ?? endOf(policy);
}

/** Hashed: an email that somebody tried need not lie here, and a key has one length. */
function keyOf({ name }: Policy, subject: string): string {
  return `${name} ${sha256(subject)}`;
}

function endOf({ window }: Policy): string {
  return new Date(Date.now() + window * 1000).toISOString();
}

function secondsTo(end: string): number {
  return Math.max(1, Math.ceil((Date.parse(end) - Date.now()) / 1000));
}
