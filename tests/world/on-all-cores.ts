import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { buildPrograms } from './build-programs.ts';
import { builtCode } from './bundle.ts';
import type { FoundFault } from './find-fault.ts';
import type { OldFault } from './old-faults/old-fault.ts';
import type { Played, PlayOrder } from './play-orders.ts';
import { addReached, reachedNothing } from './reached.ts';

const program = fileURLToPath(new URL('play-orders.ts', import.meta.url));

/** How many lives one order tells a process to play. */
const portion = 20;

/**
 * Plays the lives of the seeds 1 to `count` on all cores.
 *
 * @throws if a process ends before it has reported all of its lives
 */
export async function playOnAllCores(count: number): Promise<Played> {
  // Builds every program once, as `carryOut` sends the built code to each process.
  const programs = await buildPrograms();
  for (const build of [programs, await programs.another()]) {
    await build.forForeignBackend();
    await build.withLittleRoom();
  }
  const all = await onAllCores<Played>(portionsOf(count));
  const reached = reachedNothing();
  for (const part of all) addReached(reached, part.reached);
  return {
    lives: all.reduce((sum, { lives }) => sum + lives, 0),
    turns: all.reduce((sum, { turns }) => sum + turns, 0),
    checks: all.reduce((sum, { checks }) => sum + checks, 0),
    reached,
    failures: all.flatMap(({ failures }) => failures).sort((a, b) => a.seed - b.seed),
  };
}

function* portionsOf(count: number): Generator<PlayOrder> {
  for (let from = 1; from <= count; from += portion)
    yield { kind: 'seeds', from, count: Math.min(portion, count - from + 1) };
}

/**
 * Plays lives with each of the faults on all cores, one fault at a time per core.
 *
 * @param most the highest number of lives per fault
 * @param tell is called with each result as soon as it is known
 */
export async function findOnAllCores(
  faults: readonly OldFault[],
  most: number,
  tell: (found: FoundFault) => void,
): Promise<FoundFault[]> {
  const orders = faults.map(({ name }): PlayOrder => ({ kind: 'fault', name, most }));
  return onAllCores<FoundFault>(orders.values(), tell);
}

/** Returns the results of all orders. Starts a process for each core, and sends each order to an idle one. */
async function onAllCores<T>(orders: IterableIterator<PlayOrder>, tell: (answer: T) => void = () => undefined) {
  await using children = new AsyncDisposableStack();
  const parts = Array.from({ length: availableParallelism() }, () => carryOut(orders, children, tell));
  return (await Promise.all(parts)).flat();
}

/**
 * Starts a process, sends it orders one by one, and returns the results.
 *
 * @param children ends the process when it is disposed
 */
async function carryOut<T>(
  orders: IterableIterator<PlayOrder>,
  children: AsyncDisposableStack,
  tell: (answer: T) => void,
): Promise<T[]> {
  // Leaves out stack traces, as lives throw many errors. A failed life can be replayed by its seed.
  const child = fork(program, { execArgv: ['--stack-trace-limit=0'], serialization: 'advanced' });
  const ended = once(child, 'exit').then(() => undefined);
  children.defer(() => {
    child.kill();
    return ended;
  });
  const send = (order: PlayOrder) => child.send(order);
  send({ kind: 'programs', code: builtCode });
  const all: T[] = [];
  for (const order of orders) {
    send(order);
    const answer = await Promise.race([once(child, 'message').then(([given]) => given as T), ended]);
    if (answer === undefined)
      throw new Error(`A process ended with ${child.exitCode ?? child.signalCode} at ${JSON.stringify(order)}.`);
    all.push(answer);
    tell(answer);
  }
  child.disconnect();
  await ended;
  return all;
}
