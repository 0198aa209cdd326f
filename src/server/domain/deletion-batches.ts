import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Store } from '../store/schema.ts';

/**
 * What one transaction deletes at most. All at once, an account with very many posts exceeded PostgreSQL's statement
 * timeout, and kept SQLite's write lock for so long that servers gave up waiting for it.
 */
export const deletionBatch = { posts: 200, bytes: 8_000_000, keys: 1_000 };

/** In milliseconds: servers that wait for SQLite's write lock try again every 20 ms (store/sqlite-driver.ts). */
const shortestPause = 50;

/** In bytes: what a version counts in a batch, however short it is, so that a batch has 1,000 of them at most. */
const leastOfVersion = 8_000;

/** Pauses afterwards for as long as the work took, so that others get at least half of the time. */
export async function inTurn(work: () => Promise<number>): Promise<number> {
  const began = performance.now();
  const count = await work();
  if (count > 0) await wait(Math.max(shortestPause, performance.now() - began));
  return count;
}

const versionSize = sql<number>`octet_length(content) + ${sql.lit(leastOfVersion)}`;

/** In bytes: what each post's earlier versions count in a batch. Posts that have none are left out. */
export async function sizesOfVersions({ db }: Store, ids: string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('post_versions')
    .select(['post_id', sql<unknown>`sum(${versionSize})`.as('size')])
    .where('post_id', 'in', ids)
    .groupBy('post_id')
    .execute();
  return new Map(rows.map(({ post_id, size }) => [post_id, Number(size)]));
}

/**
 * Deletes a post's oldest versions, in transactions of their own, until the rest can be deleted with the post in one.
 * If it is broken off, the post has lost only versions that were to go with it.
 */
export async function trimVersions(store: Store, id: string): Promise<void> {
  while ((await inTurn(() => trimOnce(store, id))) > 0);
}

async function trimOnce({ db }: Store, id: string): Promise<number> {
  const oldest = await db
    .selectFrom('post_versions')
    .select(['version', versionSize.as('size')])
    .where('post_id', '=', id)
    .orderBy('version')
    .limit(deletionBatch.bytes / leastOfVersion + 1)
    .execute();
  let size = 0;
  const beyond = oldest.findIndex((version) => {
    size += version.size;
    return size > deletionBatch.bytes;
  });
  const last = oldest[Math.max(0, beyond - 1)];
  if (beyond < 0 || !last) return 0;
  await db.deleteFrom('post_versions').where('post_id', '=', id).where('version', '<=', last.version).execute();
  return beyond;
}
