import { limits } from '../../contract/limits.ts';
import { newSecret, sha256 } from '../access/sessions.ts';
import type { Database, Store } from '../store/schema.ts';

/**
 * Makes a challenge for a passkey to sign. The database stores it, because another server may receive the signature.
 * @param sessionId the session that adds a passkey; the challenge ends with that session. `null` for a login
 * @returns the challenge. Only its hash is stored.
 */
export async function makeChallenge(db: Database, sessionId: string | null): Promise<string> {
  const challenge = newSecret();
  const ends_at = new Date(Date.now() + limits.passkeyChallenge).toISOString();
  await db
    .insertInto('passkey_challenges')
    .values({ challenge_hash: sha256(challenge), session_hash: sessionId, ends_at })
    .execute();
  return challenge;
}

/**
 * Deletes a challenge, so that it can't be used again, even if the signature turns out to be invalid.
 * @returns whether the challenge was valid for this session or login. Of several concurrent calls, only one gets `true`
 */
export async function spendChallenge({ db }: Store, challenge: string, sessionId: string | null): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('passkey_challenges')
    .where('challenge_hash', '=', sha256(challenge))
    .where('session_hash', sessionId === null ? 'is' : '=', sessionId)
    .where('ends_at', '>', new Date().toISOString())
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
