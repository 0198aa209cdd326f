import type { Store } from '../store/schema.ts';
import { idleSince } from './sessions.ts';

/**
 * Deletes expired sessions, rate-limit windows, challenges, invitations and known networks. Never call it in a
 * transaction, which would keep other users' rows locked until it ends.
 */
export async function deleteExpired({ db }: Store): Promise<void> {
  const now = new Date().toISOString();
  const sessions = db.selectFrom('sessions').select('token_hash').where('last_used_at', '<', idleSince());
  await db.deleteFrom('sessions').where('token_hash', 'in', sessions.forUpdate().skipLocked()).execute();
  const windows = db.selectFrom('rate_limits').select('key').where('ends_at', '<=', now);
  await db.deleteFrom('rate_limits').where('key', 'in', windows.forUpdate().skipLocked()).execute();
  const challenges = db.selectFrom('passkey_challenges').select('challenge_hash').where('ends_at', '<=', now);
  await db
    .deleteFrom('passkey_challenges')
    .where('challenge_hash', 'in', challenges.forUpdate().skipLocked())
    .execute();
  const networks = db.selectFrom('known_places').select('place_hash').where('ends_at', '<=', now);
  await db.deleteFrom('known_places').where('place_hash', 'in', networks.forUpdate().skipLocked()).execute();
  const invitations = db.selectFrom('invitations').select('code_hash').where('ends_at', '<=', now);
  await db.deleteFrom('invitations').where('code_hash', 'in', invitations.forUpdate().skipLocked()).execute();
}
