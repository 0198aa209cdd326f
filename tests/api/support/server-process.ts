import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { inject } from 'vitest';
import { endWithThisProcess } from '../../browser/support/process-group.ts';
import { runMark } from '../../left-processes.ts';
import type { TestDatabase } from './stores.ts';

export type ServerProcess = ChildProcess & AsyncDisposable;

/** A shell command that runs a program with the usual limit of open files, which include connections. */
const asUsual = 'ulimit -n 1024; exec "$0" "$1"';

/** Starts the built server in its own process, and kills it at the end if it still runs. */
export function start(env: Record<string, string>, main: string = inject('serverMain')): ServerProcess {
  const environment = { PATH: process.env.PATH, [runMark]: process.env[runMark], ...env };
  const child = endWithThisProcess(spawn('sh', ['-c', asUsual, process.execPath, main], { env: environment }));
  return Object.assign(child, {
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  });
}

/** Returns the server's address, once its log names it. */
export async function originOf(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('no output');
  for await (const line of createInterface(child.stdout)) {
    const [, origin] = /^Storyline is open at (\S+)$/.exec(line) ?? [];
    if (origin) return origin;
  }
  throw new Error('ended before it was open');
}

export type Served = ServerProcess & { origin: string };

/** All load comes from one author, so the limits per author are off. */
const unlimited = { POSTS_PER_ACCOUNT: '0', POST_BYTES_PER_ACCOUNT: '0' };

/** Starts the built server on this database, on any free port unless `env` has one, and discards its log. */
export async function serve(
  { dataDir, databaseUrl = '' }: Pick<TestDatabase, 'dataDir' | 'databaseUrl'>,
  env: Record<string, string> = unlimited,
): Promise<Served> {
  const environment = { PORT: '0', HOST: '127.0.0.1', SAMPLE_POSTS: '0', ...env };
  const child = start({ ...environment, DATA_DIR: dataDir, DATABASE_URL: databaseUrl });
  const origin = await originOf(child);
  child.stdout?.resume();
  child.stderr?.resume();
  return Object.assign(child, { origin });
}
