import { expect } from 'vitest';
import { attempt, type RateLimit } from '../../src/server/access/rate-limits.ts';
import { createLog } from '../../src/server/process/log.ts';
import { migrate } from '../../src/server/store/migrations.ts';
import { openStore } from '../../src/server/store/open-store.ts';
import type { Store } from '../../src/server/store/schema.ts';
import { type StoreKind, stores } from './support/stores.ts';
import { testOn } from './support/test-on.ts';

const test = testOn(stores);

const log = createLog('silent');
const policy: RateLimit = { name: 'test', quota: 5, window: 60 };

/** So many servers on one database. */
async function openStores(kind: StoreKind, count: number): Promise<AsyncDisposable & { all: Store[]; one: Store }> {
  await using owned = new AsyncDisposableStack();
  const testDatabase = owned.use(await kind.open());
  const all = Array.from({ length: count }, () => owned.use(openStore(testDatabase, log)));
  const [one] = all;
  if (!one) throw new Error('no store');
  await migrate(one);
  const opened = owned.move();
  return { all, one, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

test('a new window starts at zero', async ({ store: kind }) => {
  await using servers = await openStores(kind, 1);
  const { one } = servers;
  for (let number = 0; number < 10; number++) await attempt(one, policy, 'ada');
  expect((await attempt(one, policy, 'ada')).allowed).toBe(false);
  await one.db
    .updateTable('rate_limits')
    .set({ ends_at: new Date(Date.now() - 1).toISOString() })
    .execute();
  expect(await attempt(one, policy, 'ada')).toMatchObject({ allowed: true, remaining: 4 });
});

test('the table does not reveal who is counted', async ({ store: kind }) => {
  await using servers = await openStores(kind, 1);
  await attempt(servers.one, policy, 'ada@example.com');
  expect(JSON.stringify(await servers.one.db.selectFrom('rate_limits').selectAll().execute())).not.toContain('ada');
});
