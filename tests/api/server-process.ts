import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { inject } from 'vitest';
import type { Place } from './stores.ts';

export type ServerProcess = ChildProcess & AsyncDisposable;

/** The built server in a process of its own; killed at the end, if it hasn't ended by then. */
export function start(env: Record<string, string>, main: string = inject('serverMain')): ServerProcess {
  const child = spawn(process.execPath, [main], { env: { PATH: process.env.PATH, ...env } });
  return Object.assign(child, {
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  });
}

/** Waits for the line that says where it is. */
export async function originOf(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('no output');
  for await (const line of createInterface(child.stdout)) {
    const [, origin] = /^Storyline is open at (\S+)$/.exec(line) ?? [];
    if (origin) return origin;
  }
  throw new Error('ended before it was open');
}

export type Served = ServerProcess & { origin: string };

/** The built server on this database, open, on any free port; nobody reads its log. */
export async function serve({ dataDir, databaseUrl = '' }: Pick<Place, 'dataDir' | 'databaseUrl'>): Promise<Served> {
  const environment = { PORT: '0', HOST: '127.0.0.1', SAMPLE_POSTS: '0' };
  const child = start({ ...environment, DATA_DIR: dataDir, DATABASE_URL: databaseUrl });
  const origin = await originOf(child);
  child.stdout?.resume();
  child.stderr?.resume();
  return Object.assign(child, { origin });
}
