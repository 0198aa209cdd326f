import { randomBytes } from 'node:crypto';
import { sha256 } from '../access/sessions.ts';
import type { Database, Store } from '../store/schema.ts';

/** How long an invitation can be used, in milliseconds. */
const lifetime = 7 * 24 * 60 * 60 * 1000;

/** Makes an invitation. Only the hash of its code is stored, so the code can't be read again later. */
export async function invite({ db }: Store) {
  const code = randomBytes(16).toString('base64url');
  const endsAt = new Date(Date.now() + lifetime).toISOString();
  const row = { code_hash: sha256(code), ends_at: endsAt };
  await db.insertInto('invitations').values(row).execute();
  return { code, endsAt };
}

export async function isValidInvitation(db: Database, code: string): Promise<boolean> {
  const found = await db
    .selectFrom('invitations')
    .select('ends_at')
    .where('code_hash', '=', sha256(code))
    .where('ends_at', '>', new Date().toISOString())
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Deletes an invitation. Call it in the transaction of the registration: a rollback keeps the invitation valid.
 * @returns whether the invitation was valid; of several concurrent calls with one code, one gets `true`
 */
export async function redeemInvitation(db: Database, code: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('invitations')
    .where('code_hash', '=', sha256(code))
    .where('ends_at', '>', new Date().toISOString())
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
