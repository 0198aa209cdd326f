import { expect, test } from 'vitest';
import { attempt, clearSubject, forgive, type RateLimit } from '../../src/server/access/rate-limits.ts';
import { createLog } from '../../src/server/process/log.ts';
import { migrate } from '../../src/server/store/migrations.ts';
import { openStore } from '../../src/server/store/open-store.ts';
import type { Store } from '../../src/server/store/schema.ts';
import { type StoreKind, stores } from './support/stores.ts';

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

for (const kind of stores) {
  test(`${kind.name}: of many attempts at once on several servers, exactly the quota is allowed`, async () => {
    await using servers = await openStores(kind, 3);
    const attempts = Array.from({ length: 60 }, (_, index) => {
      const server = servers.all[index % 3];
      return server ? attempt(server, policy, index % 2 ? 'ada' : 'bob') : undefined;
    });
    const standings = await Promise.all(attempts);
    expect(standings.filter((standing) => standing?.allowed)).toHaveLength(2 * policy.quota);
    const left = standings.flatMap((standing) => (standing?.allowed ? [standing.remaining] : []));
    expect(left.toSorted()).toEqual([0, 0, 1, 1, 2, 2, 3, 3, 4, 4]);
    expect(standings.every((standing) => standing && standing.resets > 50 && standing.resets <= 60)).toBe(true);
  });

  test(`${kind.name}: a new window starts at zero`, async () => {
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

  test(`${kind.name}: forgiving resets one subject and no other`, async () => {
    await using servers = await openStores(kind, 1);
    const { one } = servers;
    for (const subject of ['ada', 'bob', 'ada', 'bob']) await attempt(one, policy, subject);
    await forgive(one, await attempt(one, policy, 'ada'), 'ada');
    expect((await attempt(one, policy, 'ada')).remaining).toBe(4);
    expect((await attempt(one, policy, 'bob')).remaining).toBe(2);
  });

  test(`${kind.name}: clearing an account clears it in every network, and no other account or policy`, async () => {
    await using servers = await openStores(kind, 1);
    const { one } = servers;
    const other: RateLimit = { ...policy, name: 'test-total' };
    const networks = Array.from({ length: 200 }, (_, index) => `network ${index}`);
    for (const network of networks) await attempt(one, policy, ['ada', network]);
    for (const subject of ['ada', 'bob']) for (const each of [policy, other]) await attempt(one, each, subject);
    await attempt(one, policy, ['bob', 'network 1']);
    await clearSubject(one.db, policy, 'ada');
    const { count } = one.db.fn;
    const left = await one.db.selectFrom('rate_limits').select(count('key').as('all')).executeTakeFirstOrThrow();
    expect(Number(left.all)).toBe(4);
    expect((await attempt(one, policy, ['ada', 'network 7'])).remaining).toBe(4);
    expect((await attempt(one, other, 'ada')).remaining).toBe(3);
  });

  test(`${kind.name}: the table does not reveal who is counted`, async () => {
    await using servers = await openStores(kind, 1);
    await attempt(servers.one, policy, 'ada@example.com');
    expect(JSON.stringify(await servers.one.db.selectFrom('rate_limits').selectAll().execute())).not.toContain('ada');
  });
}
