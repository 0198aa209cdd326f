import { sha256, type User } from '../access/sessions.ts';
import type { Database, Store, StoreTransaction } from '../store/schema.ts';

/** A key and its request. A repeat must have the same `request` as the first use of the key. */
export type Keyed = { author: User; key: string; request: string[] };

/** The result of a key's request. `version` is the version that an edit made, and `null` for publishing. */
type Made = { post_id: string; created_at: string; version?: number | null };

/** `isRepeat`: whether the request that used the key before is the same as this one. */
export type EarlierUse = { id: string; created_at: string; version: number | null; isRepeat: boolean };

/** Whether this author has published or edited a post with this key. */
export async function isIdempotencyKeyTaken({ db }: Store, author: User, key: string): Promise<boolean> {
  return (await findUse(db, author, key)) !== undefined;
}

/**
 * Looks a key up. A caller that then stores the key must do both in one transaction, after locking the author
 * (`expectMayWrite`).
 * @returns the result of an earlier request with the key, or `undefined` if the key is free
 */
export async function findIdempotencyKey(
  db: Database,
  { author, key, request }: Keyed,
): Promise<EarlierUse | undefined> {
  const earlier = await findUse(db, author, key);
  if (!earlier) return undefined;
  const { body_hash, ...made } = earlier;
  return { ...made, isRepeat: body_hash === hashOf(request) };
}

function findUse(db: Database, author: User, key: string) {
  const uses = db.selectFrom('idempotency_keys').select(['post_id as id', 'created_at', 'version', 'body_hash']);
  return uses.where('user_id', '=', author.id).where('key', '=', key).executeTakeFirst();
}

/** Returns which of these keys of the author have made a version of this post, oldest version first. */
export async function versionsMadeBy(
  db: Database,
  author: Pick<User, 'id'>,
  postId: string,
  keys: string[],
): Promise<{ key: string; version: number }[]> {
  if (keys.length === 0) return [];
  const rows = await db
    .selectFrom('idempotency_keys')
    .select(['key', 'version'])
    .where('user_id', '=', author.id)
    .where('key', 'in', keys)
    .where('post_id', '=', postId)
    .execute();
  const made = rows.map(({ key, version }) => ({ key, version: version ?? 1 }));
  return made.toSorted((a, b) => a.version - b.version);
}

export async function storeIdempotencyKey(
  work: StoreTransaction,
  { author, key, request }: Keyed,
  made: Made,
): Promise<void> {
  await work
    .insertInto('idempotency_keys')
    .values({ user_id: author.id, key, body_hash: hashOf(request), ...made })
    .execute();
}

const hashOf = (request: string[]) => sha256(JSON.stringify(request));
