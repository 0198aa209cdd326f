import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { limits } from '../../src/contract/limits.ts';
import { callPaths } from '../../src/contract/paths.ts';
import { read, TestBackend } from './support/backend.ts';
import { queryDatabase } from './support/postgres.ts';
import { postgres } from './support/stores.ts';

/** The operator's README, from which the test takes its SQL. */
const readme = readFileSync(path.resolve(import.meta.dirname, '../../src/server/README.md'), 'utf8');
const [, statements = ''] = /```sql\n(.*?)```/s.exec(readme) ?? [];
const bound = '01a2ce8b-d400';

test('PostgreSQL: calls work with partitioned posts; page one reads one partition', {
  tags: ['postgresql'],
}, async () => {
  await using backend = await TestBackend.open(postgres);
  const url = backend.testDatabase.databaseUrl ?? '';
  const author = await backend.register();
  const [first, ...others] = await backend.publishMany(author, 2 * limits.page + 10);
  if (!first) throw new Error('no posts');
  const edited = await read(await backend.edit(author, first, { title: 'Edited before' }));
  const posts = [edited, ...others];
  await queryDatabase(url, statements.replaceAll(bound, posts[9]?._id ?? ''));

  posts[0] = await read(await backend.edit(author, edited, { title: 'Edited after' }));

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
  expect((await backend.remove(author, edited._id)).status).toBe(204);
  expect((await backend.request(oldest)).status).toBe(404);
  expect(await queryDatabase(url, 'select version from post_versions')).toEqual([]);

  // With so few rows PostgreSQL would sort them instead of reading the index.
  const asIfMany = `${url}?options=${encodeURIComponent('-c enable_seqscan=off -c enable_sort=off -c enable_bitmapscan=off')}`;
  const explain = 'explain (analyze, costs off, timing off)';
  const page = `select id from posts order by id desc limit ${limits.page + 1}`;
  const plan = await queryDatabase(asIfMany, `${explain} ${page}`);
  const lines = plan.map((row) => String(row['QUERY PLAN']));
  expect(lines.filter((line) => /posts_until_2026.*never executed/.test(line))).toHaveLength(1);
});

test('the partition bound in the README is the first moment of 2027', () => {
  expect(new Date(Number.parseInt(bound.replace('-', ''), 16)).toISOString()).toBe('2027-01-01T00:00:00.000Z');
  expect(statements).toContain(bound);
});
