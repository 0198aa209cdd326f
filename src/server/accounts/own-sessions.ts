import type { ListedSession } from '../../contract/account-calls.ts';
import { holdAccount } from '../access/hold-account.ts';
import { idleSince, maxSessions, type User } from '../access/sessions.ts';
import type { Store } from '../store/schema.ts';

/** Returns the user's valid sessions, most recently used first. */
export async function listSessions({ db }: Store, { id, sessionId }: User): Promise<ListedSession[]> {
  const valid = await db
    .selectFrom('sessions')
    .select(['token_hash as id', 'created_at as createdAt', 'last_used_at as lastUsedAt', 'device'])
    .where('user_id', '=', id)
    .where('last_used_at', '>=', idleSince())
    .orderBy('last_used_at', 'desc')
    .orderBy('token_hash')
    .limit(maxSessions)
    .execute();
  return valid.map((session) => ({ ...session, isCurrent: session.id === sessionId }));
}

/**
 * Ends a session.
 * @param userId the only user whose session may end; unset: ends any session, as only its owner knows a session's id
 * @param expect called for an existing session; throws if it must not be ended
 * @returns whether there was such a session
 */
export async function endSession(
  { db }: Store,
  sessionId: string,
  userId?: string,
  expect?: () => Promise<void>,
): Promise<boolean> {
  const found = await db
    .selectFrom('sessions')
    .select('user_id')
    .where('token_hash', '=', sessionId)
    .executeTakeFirst();
  // Reads first, so that made-up ids cause no write.
  if (!found || (userId !== undefined && found.user_id !== userId)) return false;
  await expect?.();
  await db.deleteFrom('sessions').where('token_hash', '=', sessionId).execute();
  return true;
}

export function endAllSessions({ db }: Store, userId: string): Promise<void> {
  return db.transaction().execute(async (work) => {
    // All code that ends an account's sessions locks the account first: otherwise two transactions could deadlock.
    await holdAccount(work, userId);
    await work.deleteFrom('sessions').where('user_id', '=', userId).execute();
  });
}
