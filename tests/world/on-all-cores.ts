import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { buildPrograms } from './build-programs.ts';
import { builtCode } from './bundle.ts';
import type { Played, PlayOrder } from './play-seeds.ts';
import { addReached, reachedNothing } from './reached.ts';

const program = fileURLToPath(new URL('play-seeds.ts', import.meta.url));

/** How many lives a process is given at a time. */
const portion = 20;

/**
 * Plays the lives of the seeds 1 to `count` on all cores. Each plays another portion until none is left.
 *
 * @throws when a process ends before it has told of all of its lives
 */
export async function playOnAllCores(count: number): Promise<Played> {
  // Built here for all processes.
  const programs = await buildPrograms();
  for (const build of [programs, await programs.another()]) {
    await build.forForeignBackend();
    await build.withLittleRoom();
  }
  const portions = portionsOf(count);
  await using children = new AsyncDisposableStack();
  const parts = await Promise.all(
    Array.from({ length: availableParallelism() }, () => playPortions(portions, children)),
  );
  const all = parts.flat();
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

function* portionsOf(count: number) {
  for (let from = 1; from <= count; from += portion) yield { from, count: Math.min(portion, count - from + 1) };
}

/** @param children ends the process, should it still run then. */
async function playPortions(
  portions: ReturnType<typeof portionsOf>,
  children: AsyncDisposableStack,
): Promise<Played[]> {
  // Each fault that a life is to go through is an error, whose stack nobody reads: a life that fails is told again by its seed.
  const child = fork(program, { execArgv: ['--stack-trace-limit=0'], serialization: 'advanced' });
  const ended = once(child, 'exit').then(() => undefined);
  children.defer(() => {
    child.kill();
    return ended;
  });
  const tell = (order: PlayOrder) => child.send(order);
  tell({ kind: 'programs', code: builtCode });
  const all: Played[] = [];
  for (const { from, count } of portions) {
    tell({ kind: 'seeds', from, count });
    const played = await Promise.race([once(child, 'message').then(([answer]) => answer as Played), ended]);
    if (!played)
      throw new Error(
        `The process of the lives ${from} to ${from + count - 1} ended with ${child.exitCode ?? child.signalCode}.`,
      );
    all.push(played);
  }
  child.disconnect();
  await ended;
  return all;
}
