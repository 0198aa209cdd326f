import { setTimeout as wait } from 'node:timers/promises';
import { type Attackers, attacks, cleanUp, makeAttack } from '../api/support/attacks.ts';
import { watchHealth } from '../api/support/health-watch.ts';
import { busyShare } from '../audit/busy.ts';
import { startLoadMeasurement } from '../audit/machine-load.ts';
import { memoryOf, startBuiltServer } from './built-server.ts';
import { type Figure, percentile } from './figures.ts';
import type { ObservedServer } from './observed-server.ts';

/** In MiB: what an attack may add to the memory of a server. */
const most = 300;
/** In milliseconds. */
const lasting = 10_000;
/** In milliseconds: within what the server says that it is well, 99 times of 100. */
const promised = 1_000;
/** In milliseconds: what an idle server does with what an attack has left to it. */
const rest = 15_000;

/** Every attack there is, one after the other: what the server's memory comes to, and how long it takes to say that it is well. */
export async function attackAll(
  bench: string,
  { origin, pid }: ObservedServer,
  attackers: Attackers,
  idleFolder: string,
): Promise<Figure[]> {
  await using idle = await startBuiltServer({ dataDir: idleFolder });
  const figures: Figure[] = [];
  for (const attack of attacks) {
    const { name } = attack;
    const before = memoryOf(pid);
    await using watch = await watchHealth({ origin, pid, idleOrigin: idle.origin });
    const load = startLoadMeasurement();
    const answers = await makeAttack(attack, origin, attackers, lasting);
    const { health, acts, memory } = await watch.seen();
    const others = load() ?? 0;
    console.log(`${name}: ${[...answers].map(([answer, count]) => `${count} × ${answer}`).join(', ')}`);
    if (others >= busyShare) {
      console.log(`Health is not judged: other programs had ${Math.round(others * 100)} % of the machine.`);
    }
    figures.push(
      {
        bench,
        what: `memory that comes with ${name}`,
        unit: 'MiB',
        measured: Math.max(...memory) - before,
        bar: { atMost: most },
        repeats: memory.length,
      },
      // Without the time in which it had no processor: the attackers are on this machine too.
      {
        bench,
        what: `health, 99 of 100, under ${name}`,
        unit: 'ms',
        measured: percentile(
          health.map(({ took, queued }) => took - queued),
          0.99,
        ),
        ...(others < busyShare && { bar: { atMost: promised } }),
        repeats: health.length,
      },
      {
        bench,
        what: `health at worst, under ${name}`,
        unit: 'ms',
        measured: Math.max(...health.map(({ took }) => took)),
        floor: Math.max(...health.map(({ tookIdle }) => tookIdle)),
        against: 'a server beside it that nobody attacked',
        repeats: health.length,
      },
      {
        bench,
        what: `what anybody else does at worst, under ${name}`,
        unit: 'ms',
        measured: Math.max(...acts.map(({ took }) => took)),
        bar: { atMost: 10_000 },
        repeats: acts.length,
      },
    );
    await cleanUp(origin, attackers);
    await wait(rest);
  }
  return figures;
}
