import { createHash, randomBytes } from 'node:crypto';
import { limits } from '../../contract/limits.ts';
import { HttpError } from '../process/http-error.ts';
import type { Store, StoreTransaction } from '../store/schema.ts';

/** The most cookies of one request that `userOfCookies` looks up. */
export const maxSecrets = 64;

/** The logged-in user, and the session of the request. After that session has ended, the request writes nothing. */
export type User = { id: string; name: string; email: string; sessionId: string };

/** A new session and its two secrets. The token is valid for every call, the cookie only for posts and images. */
export type Opened = { userId: string; token: string; cookie: string };

/** The most sessions of one account. Opening one more ends the least recently used one. */
export const maxSessions = 200;

/**
 * Opens a session with new secrets, never with secrets from a request. Call it in a transaction that has locked or
 * created the account.
 * @param device a name that its owner recognizes (device-name.ts)
 * @returns the secrets. Only their hashes are stored, so they can't be read again later.
 */
export async function openSession(work: StoreTransaction, userId: string, device: string): Promise<Opened> {
  const session = { userId, token: newSecret(), cookie: newSecret() };
  const now = new Date().toISOString();
  const newest = work.selectFrom('sessions').select('token_hash').where('user_id', '=', userId);
  const staying = newest.orderBy('last_used_at', 'desc').limit(maxSessions - 1);
  await work.deleteFrom('sessions').where('user_id', '=', userId).where('token_hash', 'not in', staying).execute();
  await work
    .insertInto('sessions')
    .values({
      token_hash: sha256(session.token),
      cookie_hash: sha256(session.cookie),
      user_id: userId,
      last_used_at: now,
      created_at: now,
      device,
    })
    .execute();
  return session;
}

/**
 * Locks the row of a session until the transaction ends, because code that ends one session does not wait for
 * `holdAccount`. Call it after `holdAccount`: code that ends all sessions locks in that order.
 * @throws {HttpError} not_authenticated if the session has ended
 */
export async function holdSession(work: StoreTransaction, sessionId: string): Promise<void> {
  const session = work.selectFrom('sessions').select('user_id').where('token_hash', '=', sessionId);
  if (!(await session.forNoKeyUpdate().executeTakeFirst())) throw new HttpError('not_authenticated');
}

/** Returns the user of the token's session, if there is one. @throws {HttpError} account_deleted, account_suspended */
export function userOfToken(store: Store, token: string): Promise<User | undefined> {
  return userOf(store, 'token_hash', [token]);
}

/**
 * Returns the user of the first cookie that belongs to a session.
 * @throws {HttpError} account_deleted if no cookie belongs to a user, and one belonged to an account that was deleted;
 * account_suspended
 */
export function userOfCookies(store: Store, cookies: string[]): Promise<User | undefined> {
  return userOf(store, 'cookie_hash', cookies);
}

async function userOf(
  { db }: Store,
  column: 'token_hash' | 'cookie_hash',
  secrets: string[],
): Promise<User | undefined> {
  const hashes = secrets.map(sha256);
  const rows = await db
    .selectFrom('sessions')
    .leftJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id', 'users.name', 'users.email', 'users.suspended_at', 'sessions.last_used_at'])
    .select('sessions.token_hash as sessionId')
    .select(`sessions.${column} as hash`)
    .where(`sessions.${column}`, 'in', padded(hashes))
    .where('sessions.last_used_at', '>=', idleSince())
    .execute();
  const byHash = new Map(rows.map((row) => [row.hash, row]));
  const sessions = hashes.flatMap((hash) => byHash.get(hash) ?? []);
  const found = sessions.find(({ id }) => id !== null) ?? sessions[0];
  if (!found) return undefined;
  const { hash, last_used_at, suspended_at, sessionId, id, name, email } = found;
  if (id === null || name === null || email === null) throw new HttpError('account_deleted');
  if (Date.now() - Date.parse(last_used_at) > limits.tokenTouch) {
    await db.updateTable('sessions').set({ last_used_at: new Date().toISOString() }).where(column, '=', hash).execute();
  }
  // Checked although a suspension should have ended all sessions.
  if (suspended_at !== null) throw new HttpError('account_suspended');
  return { id, name, email, sessionId };
}

/** Returns a timestamp. A session whose last use is earlier has expired. */
export function idleSince(): string {
  return new Date(Date.now() - limits.tokenIdle).toISOString();
}

/** Pads several hashes to `maxSecrets`, because each number of parameters would need its own prepared statement. */
function padded(hashes: string[]): string[] {
  return hashes.length === 1 ? hashes : [...hashes, ...Array(Math.max(0, maxSecrets - hashes.length)).fill(hashes[0])];
}

/** Whether a string has the form of a secret. The server looks up only such strings in the database. */
export function isSecret(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** Returns 256 random bits in base64url. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** A fast hash is enough for secrets of 80 or more random bits: nobody can guess such a secret from its hash. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
