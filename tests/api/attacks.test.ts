// @module-tag exhaustive: attacks a server for minutes, and measures how soon it answers meanwhile
import { expect, test } from 'vitest';
import { callPaths, pagePaths } from '../../src/contract/paths.ts';
import { memoryOf } from '../bench/built-server.ts';
import { scaled } from '../test-run.ts';
import { attacks, makeAttack, registerAttackers } from './support/attacks.ts';
import { type HealthSamples, watchHealth } from './support/health-watch.ts';
import { publishUnderKey, registerWriter } from './support/load.ts';
import { serve } from './support/server-process.ts';
import { type StoreKind, stores } from './support/stores.ts';

/** How long each attack goes on, in milliseconds. */
const lasting = 1_000 * Number(process.env.ATTACK_SECONDS ?? 2);
/** In milliseconds: how long a health check may take. */
const longestCheckMs = 1_000;
/** In milliseconds: how long each act of an honest user may take, retries included. */
const longestActMs = 10_000;
/** In MiB: how much the server's memory may grow during an attack, and how much of that may remain afterwards. */
const growth = { most: 300, afterwards: 200 };

/** Opens an attacked and an idle server. Real attackers have many addresses, so logins per address are unlimited. */
async function openServers(store: StoreKind) {
  await using owned = new AsyncDisposableStack();
  const limits = { LOGINS_PER_ADDRESS: '0' };
  const [attacked, idle] = await Promise.all(
    ['attacked', 'idle'].map(async () => owned.use(await serve(owned.use(await store.open()), limits))),
  );
  if (!attacked?.pid || !idle) throw new Error('no server');
  await use(attacked.origin);
  await use(idle.origin);
  const opened = owned.move();
  return {
    origin: attacked.origin,
    pid: attacked.pid,
    idleOrigin: idle.origin,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** Warms a server up: memory for compiled code and caches must not be measured as growth during the attack. */
async function use(origin: string): Promise<void> {
  const writer = await registerWriter(origin, 'reader');
  for (let post = 0; post < 10; post++) await publishUnderKey(origin, writer, { key: `${post}`, title: `${post}` });
  const guesses = Array.from({ length: 12 }, async (_, number) => {
    const body = JSON.stringify({ email: `guess${number}@example.com`, password: 'wrong horse' });
    const headers = { 'Content-Type': 'application/json' };
    await (await fetch(origin + callPaths.login, { method: 'POST', headers, body })).text();
  });
  await Promise.all(guesses);
  for (let round = 0; round < 100; round++) await read(origin);
}

async function read(origin: string): Promise<void> {
  const paths = [pagePaths.home, callPaths.posts, '/feed.xml', '/healthz'];
  await Promise.all(paths.map(async (path) => (await fetch(origin + path)).arrayBuffer()));
}

/**
 * Returns whether a health check took too long. Subtracts the idle server's time, and twice the time that the attacked
 * server waited for a processor: requests pile up during that wait.
 */
function isLate({ took, tookIdle, queued }: HealthSamples['health'][number]): boolean {
  return took - tookIdle - 2 * queued > longestCheckMs;
}

for (const store of stores) {
  for (const attack of attacks) {
    test(`${store.name}: the server stays usable during ${attack.name}, then frees memory`, {
      timeout: scaled(120_000),
    }, async () => {
      await using servers = await openServers(store);
      const attackers = await registerAttackers(servers.origin);
      const before = memoryOf(servers.pid);
      await using watch = await watchHealth(servers);
      const answers = await makeAttack(attack, servers.origin, attackers, lasting);
      const { health, acts, memory } = await watch.seen();
      expect.soft([...answers.keys()]).toContain(attack.answered);
      expect.soft(health.filter(isLate)).toEqual([]);
      expect.soft(acts.filter(({ took }) => took > longestActMs)).toEqual([]);
      expect.soft(new Set(acts.map(({ what }) => what)).size).toBe(3);
      expect.soft(Math.max(...memory) - before).toBeLessThan(growth.most);
      const left = async () => {
        await read(servers.origin);
        return memoryOf(servers.pid) - before;
      };
      await expect.poll(left, { timeout: scaled(60_000), interval: 500 }).toBeLessThan(growth.afterwards);
    });
  }
}
