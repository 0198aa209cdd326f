import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Played } from './play-seeds.ts';

const program = fileURLToPath(new URL('play-seeds.ts', import.meta.url));

/**
 * Plays the lives of the seeds 1 to `count`, an equal share on each core.
 *
 * @throws when a process ends before it has told of all of its lives
 */
export async function playOnAllCores(count: number): Promise<Played> {
  const cores = Math.min(availableParallelism(), count);
  const share = Math.ceil(count / cores);
  const parts = Array.from({ length: cores }, (_, core) =>
    playPart(1 + core * share, Math.min(share, count - core * share)),
  );
  const all = await Promise.all(parts);
  return {
    lives: all.reduce((sum, { lives }) => sum + lives, 0),
    turns: all.reduce((sum, { turns }) => sum + turns, 0),
    checks: all.reduce((sum, { checks }) => sum + checks, 0),
    failures: all.flatMap(({ failures }) => failures),
  };
}

async function playPart(from: number, count: number): Promise<Played> {
  const child = fork(program, [String(from), String(count)], { execArgv: [] });
  let played: Played | undefined;
  child.on('message', (message) => {
    played = message as Played;
  });
  const [code] = await once(child, 'exit');
  if (!played) throw new Error(`The process of the lives ${from} to ${from + count - 1} ended with ${code}.`);
  return played;
}
