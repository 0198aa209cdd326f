import type { Store } from '../store/schema.ts';
import { sha256 } from './sessions.ts';

/** How long a network stays known after the last login from it, in milliseconds. */
const memory = 90 * 24 * 60 * 60 * 1000;

/**
 * Whether a login to this account from this network has succeeded in the last 90 days.
 * @param account an email in lower case, which may belong to no account
 */
export async function isKnownNetwork(
  { db }: Store,
  { account, network }: { account: string; network: string },
): Promise<boolean> {
  const user = await db.selectFrom('users').select('id').where('email_key', '=', account).executeTakeFirst();
  const found = await db
    .selectFrom('known_places')
    .select('ends_at')
    .where('place_hash', '=', networkHash(user?.id ?? '', network))
    .executeTakeFirst();
  return found !== undefined && Date.parse(found.ends_at) > Date.now();
}

/** Remembers the network of a successful login: its later attempts are counted separately from those of strangers. */
export async function rememberNetwork({ db }: Store, userId: string, network: string): Promise<void> {
  const ends_at = new Date(Date.now() + memory).toISOString();
  await db
    .insertInto('known_places')
    .values({ place_hash: networkHash(userId, network), user_id: userId, ends_at })
    .onConflict((conflict) => conflict.column('place_hash').doUpdateSet({ ends_at }))
    .execute();
}

/** Hashes a network, so that the database can confirm that a user has used it, but does not list a user's networks. */
function networkHash(userId: string, network: string): string {
  return sha256(`${userId} ${network}`);
}
