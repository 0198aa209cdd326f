import { createHash, randomBytes } from 'node:crypto';
import { limits } from '../contract/limits.ts';
import type { Database, Store } from './store/schema.ts';

export type User = { id: string; name: string; email: string };

/** Two secrets for one login: the token for every call, the cookie for writing and deleting alone. */
export type Session = { token: string; cookie: string };

/** @returns the secrets, which are stored nowhere: only their hashes are */
export async function openSession(db: Database, userId: string): Promise<Session> {
  const session = { token: newSecret(), cookie: newSecret() };
  await db.deleteFrom('sessions').where('last_used_at', '<', idleSince()).execute();
  await db
    .insertInto('sessions')
    .values({
      token_hash: sha256(session.token),
      cookie_hash: sha256(session.cookie),
      user_id: userId,
      last_used_at: new Date().toISOString(),
    })
    .execute();
  return session;
}

export function userOfToken(store: Store, token: string): Promise<User | undefined> {
  return userOf(store, 'token_hash', token);
}

export function userOfCookie(store: Store, cookie: string): Promise<User | undefined> {
  return userOf(store, 'cookie_hash', cookie);
}

async function userOf({ db }: Store, column: 'token_hash' | 'cookie_hash', secret: string): Promise<User | undefined> {
  const hash = sha256(secret);
  const found = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id', 'users.name', 'users.email', 'sessions.last_used_at'])
    .where(`sessions.${column}`, '=', hash)
    .where('sessions.last_used_at', '>=', idleSince())
    .executeTakeFirst();
  if (!found) return undefined;
  const { last_used_at, ...user } = found;
  if (Date.now() - Date.parse(last_used_at) > limits.tokenTouch) {
    await db.updateTable('sessions').set({ last_used_at: new Date().toISOString() }).where(column, '=', hash).execute();
  }
  return user;
}

function idleSince(): string {
  return new Date(Date.now() - limits.tokenIdle).toISOString();
}

function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Fast is enough here: a secret of 256 random bits can't be guessed from its hash. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
