import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { inject } from 'vitest';
import { endWithThisProcess } from '../../browser/support/process-group.ts';
import { runMark } from '../../left-processes.ts';
import type { TestDatabase } from './stores.ts';

export type ServerProcess = ChildProcess & AsyncDisposable;

/** As many files as a system usually lets a process have open; connections are files. */
const asUsual = 'ulimit -n 1024; exec "$0" "$1"';

/** The built server in a process of its own; killed at the end, if it hasn't ended by then. */
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

/** A load is one author's: it stores more than an author may. */
const unlimited = { POSTS_PER_ACCOUNT: '0', POST_BYTES_PER_ACCOUNT: '0' };

/** The built server on this database, open, on any free port unless `env` has one; nobody reads its log. */
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
