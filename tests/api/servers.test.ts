import { expect, test } from 'vitest';
import { type Balancer, openBalancer } from './support/balancer.ts';
import { publishUnderKey, registerWriter, startLoad, type Tally, type Writer } from './support/load.ts';
import { queryDatabase } from './support/postgres.ts';
import { serve } from './support/server-process.ts';
import { openPostgresDatabase } from './support/stores.ts';

/** Opens three server processes behind a balancer, on one PostgreSQL. `titles` reads the stored posts. */
async function openThree() {
  await using owned = new AsyncDisposableStack();
  const testDatabase = owned.use(await openPostgresDatabase());
  const servers = await Promise.all([serve(testDatabase), serve(testDatabase), serve(testDatabase)]);
  for (const server of servers) owned.use(server);
  const balancer: Balancer = owned.use(await openBalancer(servers.map(({ origin }) => origin)));
  const opened = owned.move();
  const titles = async () =>
    (await queryDatabase(testDatabase.databaseUrl ?? '', 'select title from posts')).map(({ title }) => title);
  return { servers, balancer, titles, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** Sends unacknowledged posts again, and expects that every post is stored exactly once. */
async function expectEachOnce(
  { balancer, titles }: { balancer: Balancer; titles(): Promise<unknown[]> },
  writer: Writer,
  { acknowledged, unacknowledged }: Tally,
): Promise<void> {
  const stored = new Set(await titles());
  expect(acknowledged.filter(({ title }) => !stored.has(title))).toEqual([]);
  for (const press of unacknowledged) {
    expect([200, 201]).toContain((await publishUnderKey(balancer.origin, writer, press)).status);
  }
  const pressed = [...acknowledged, ...unacknowledged].map(({ title }) => title);
  expect((await titles()).toSorted()).toEqual(pressed.toSorted());
}

test('three servers: a kill under load loses nothing, and the other two go on', async () => {
  await using three = await openThree();
  const writer = await registerWriter(three.balancer.origin);
  const load = startLoad({ origin: three.balancer.origin, writer, clients: 12, goOnAfter: 20 });
  await expect.poll(() => load.tally.acknowledged.length).toBeGreaterThan(100);
  three.servers[1]?.kill('SIGKILL');
  const before = load.tally.acknowledged.length;
  await expect.poll(() => load.tally.acknowledged.length).toBeGreaterThan(before + 100);
  const tally = await load.stop();
  expect([tally.dropped, [...tally.answers.keys()].filter((status) => status >= 300)]).toEqual([[], []]);
  await expectEachOnce(three, writer, tally);
});

test('three servers: clients do not notice that one stops under load', async () => {
  await using three = await openThree();
  const [first] = three.servers;
  const writer = await registerWriter(three.balancer.origin);
  const load = startLoad({ origin: three.balancer.origin, writer, clients: 12, reads: true });
  await expect.poll(() => load.tally.acknowledged.length).toBeGreaterThan(100);
  first.kill('SIGTERM');
  await expect.poll(() => first.exitCode).toBe(0);
  const tally = await load.stop();
  expect([tally.dropped, tally.unacknowledged]).toEqual([[], []]);
  expect([...tally.answers.keys()].toSorted()).toEqual([200, 201]);
  await expectEachOnce(three, writer, tally);
});
