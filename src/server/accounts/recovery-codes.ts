import { randomBytes } from 'node:crypto';
import type { Recovery, RecoveryCodesLeft } from '../../contract/account-calls.ts';
import { emailKey } from '../access/email-key.ts';
import { holdAccount } from '../access/hold-account.ts';
import { sha256, type User } from '../access/sessions.ts';
import { HttpError } from '../process/http-error.ts';
import type { Store } from '../store/schema.ts';
import { hashPassword } from './passwords.ts';
import { confirmPassword, expectUnchanged, replaceForgottenPassword } from './set-password.ts';

/** How many codes are made at once. An account never has more. */
export const numberOfCodes = 10;

/** Crockford's base 32: no letter is taken for a digit or another letter, on paper or over the telephone. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Number of characters in a code, of 5 bits each: nobody can guess 80 random bits, so a fast hash is enough. */
const length = 16;

export async function recoveryCodesLeft({ db }: Store, userId: string): Promise<RecoveryCodesLeft> {
  const found = await db.selectFrom('recovery_codes').select('created_at').where('user_id', '=', userId).execute();
  return { left: found.length, createdAt: found[0]?.created_at ?? null };
}

/**
 * Makes new recovery codes, which replace all earlier ones.
 * @returns the codes. Only their hashes are stored, so they can't be read again later.
 * @throws {HttpError} wrong_password; not_authenticated if the session ends during the call
 */
export async function makeRecoveryCodes(store: Store, user: User, password: string): Promise<string[]> {
  const confirmed = await confirmPassword(store, user.id, password);
  const codes = Array.from({ length: numberOfCodes }, newCode);
  const created_at = new Date().toISOString();
  await store.db.transaction().execute(async (work) => {
    await expectUnchanged(work, user, confirmed);
    await work.deleteFrom('recovery_codes').where('user_id', '=', user.id).execute();
    const rows = codes.map((code) => ({ code_hash: hashOf(user.id, code), user_id: user.id, created_at }));
    await work.insertInto('recovery_codes').values(rows).execute();
  });
  return codes;
}

/**
 * Sets a new password. Ends every session and removes every passkey, because a thief may have opened or added some. Of
 * several concurrent calls with one code, one succeeds.
 * @throws {HttpError} wrong_code, after the same work for an unknown email as for a wrong code; account_suspended, only
 * after a right code
 */
export async function recover({ db }: Store, { email, code, newPassword }: Recovery): Promise<void> {
  const user = await db
    .selectFrom('users')
    .select(['id', 'email', 'suspended_at'])
    .where('email_key', '=', emailKey(email))
    .executeTakeFirst();
  const code_hash = hashOf(user?.id ?? '', code);
  const found = await db
    .selectFrom('recovery_codes')
    .select('user_id')
    .where('code_hash', '=', code_hash)
    .executeTakeFirst();
  if (!user || found?.user_id !== user.id) throw new HttpError('wrong_code');
  if (user.suspended_at !== null) throw new HttpError('account_suspended');
  const password_hash = await hashPassword(newPassword);
  await db.transaction().execute(async (work) => {
    // During the hashing, the code may have been used, or the account suspended or deleted.
    const held = await holdAccount(work, user.id);
    const spent = await work.deleteFrom('recovery_codes').where('code_hash', '=', code_hash).executeTakeFirstOrThrow();
    if (held?.suspended_at !== null || spent.numDeletedRows === 0n) throw new HttpError('wrong_code');
    await replaceForgottenPassword(work, user, password_hash);
  });
}

function newCode(): string {
  // The remainder keeps 5 random bits of each byte.
  const characters = [...randomBytes(length)].map((byte) => alphabet.charAt(byte % alphabet.length)).join('');
  return characters.match(/.{4}/g)?.join('-') ?? characters;
}

/** Hashes a typed code, which may have any case, hyphens and spaces, O for 0, and I or L for 1. */
function hashOf(userId: string, typed: string): string {
  const code = typed
    .slice(0, 100)
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
  return sha256(`${userId} ${code}`);
}
