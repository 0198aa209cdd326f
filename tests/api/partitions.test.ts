import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { limits } from '../../src/contract/limits.ts';
import { callPaths } from '../../src/contract/paths.ts';
import { read, TestBackend } from './backend.ts';
import { query } from './postgres.ts';
import { openPostgresPlace, type StoreKind } from './stores.ts';

/** As an operator is told to. */
const readme = readFileSync(path.resolve(import.meta.dirname, '../../README.md'), 'utf8');
const [, statements = ''] = /```sql\n(.*?)```/s.exec(readme) ?? [];
const bound = '01a2ce8b-d400';

test('PostgreSQL: posts in partitions are read and written as before, the newest page from the newest partition', async () => {
  const place = await openPostgresPlace();
  const url = place.databaseUrl ?? '';
  const kind: StoreKind = { name: 'PostgreSQL', open: async () => place };
  await using backend = await TestBackend.open(kind);
  const author = await backend.register();
  const posts = await backend.publishMany(author, 2 * limits.page + 10);
  await query(url, statements.replaceAll(bound, posts[9]?._id ?? ''));

  const press = { 'Idempotency-Key': 'one press of the button' };
  const [newest, again] = [await backend.publish(author, {}, press), await backend.publish(author, {}, press)];
  expect([newest.status, again.status]).toEqual([201, 200]);
  const all = [...posts, await read(newest)].toReversed();
  for (const list of [callPaths.posts, callPaths.userPosts(author.userId)]) {
    for (const start of [0, limits.page, 2 * limits.page]) {
      const after = start === 0 ? '' : `?after=${all[start - 1]?._id}`;
      expect(await backend.list(list + after)).toEqual(all.slice(start, start + limits.page));
    }
  }
  const oldest = callPaths.post(posts[0]?._id ?? '');
  expect((await backend.request(oldest, { method: 'DELETE', headers: author.bearer })).status).toBe(204);
  expect((await backend.request(oldest)).status).toBe(404);

  // So few rows would rather be sorted.
  const asIfMany = `${url}?options=${encodeURIComponent('-c enable_seqscan=off -c enable_sort=off -c enable_bitmapscan=off')}`;
  const plan = await query(
    asIfMany,
    `explain (analyze, costs off, timing off) select id from posts order by id desc limit ${limits.page + 1}`,
  );
  const lines = plan.map((row) => String(row['QUERY PLAN']));
  expect(lines.filter((line) => /posts_until_2026.*never executed/.test(line))).toHaveLength(1);
});

test('the bound that the partitions are explained by is the moment it is said to be', () => {
  expect(new Date(Number.parseInt(bound.replace('-', ''), 16)).toISOString()).toBe('2027-01-01T00:00:00.000Z');
  expect(statements).toContain(bound);
});
