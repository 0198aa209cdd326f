import { type ChildProcess, execFileSync, type StdioOptions, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isBuildFresh } from '../../src/server/build-stamp.ts';
import { freePort } from '../browser/support/free-port.ts';
import { endWithThisProcess } from '../browser/support/process-group.ts';

const root = join(import.meta.dirname, '../..');
/** Timeout of the server's start, in milliseconds. */
const patience = 60_000;

export interface BuiltServer extends AsyncDisposable {
  origin: string;
  pid: number;
  /** Time from the start to the first answer, in milliseconds. */
  readyAfter: number;
}

/** Returns this process's environment plus `more`, without its `DATABASE_URL` and without limits per account. */
function environment(more: Record<string, string>): Record<string, string | undefined> {
  const { DATABASE_URL: _, ...own } = process.env;
  // One author publishes all posts of a load test: more than an account may store by default.
  const unlimited = ['POSTS_PER_ACCOUNT', 'POST_BYTES_PER_ACCOUNT', 'IMAGES_PER_ACCOUNT', 'IMAGE_BYTES_PER_ACCOUNT'];
  return { ...own, ...Object.fromEntries(unlimited.map((limit) => [limit, '0'])), ...more };
}

/** The database of a server: SQLite in a folder, or PostgreSQL. */
export type Served = { dataDir: string; databaseUrl?: never } | { dataDir?: never; databaseUrl: string };

function variablesOf({ dataDir = '', databaseUrl = '' }: Served): Record<string, string> {
  return { DATA_DIR: dataDir, DATABASE_URL: databaseUrl };
}

/** Opens a folder with a database of this many posts. With `samples`, the server adds its sample posts at its start. */
export async function openDatabase(posts: number | 'samples'): Promise<AsyncDisposable & { folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'storyline-bench-'));
  if (posts !== 'samples') seedDatabase(posts, { dataDir: folder });
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}

export function seedDatabase(posts: number, served: Served): void {
  const env = environment(variablesOf(served));
  execFileSync(process.execPath, [join(root, 'src/server/cli/seed.ts'), '--posts', String(posts)], { env });
}

/** Builds the app and the server, unless the build matches the current source. */
export function buildUnlessFresh(): void {
  if (!isBuildFresh() && spawnSync('npm', ['run', 'build'], { cwd: root, stdio: 'inherit' }).status !== 0)
    throw new Error('The build failed.');
}

/** Starts the built server in a process of its own. */
export async function startBuiltServer(served: Served): Promise<BuiltServer> {
  return await spawnServer(served, { flags: [], stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Starts the built server with flags for Node, and also returns its process. */
export async function spawnServer(
  served: Served,
  { flags, stdio }: { flags: string[]; stdio: StdioOptions },
): Promise<BuiltServer & { child: ChildProcess }> {
  const port = await freePort();
  const began = performance.now();
  const child = endWithThisProcess(
    spawn(process.execPath, [...flags, join(root, 'dist/server/main.js')], {
      env: environment({ ...variablesOf(served), PORT: String(port), HOST: '127.0.0.1', NODE_ENV: 'production' }),
      stdio,
    }),
  );
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const stopped = once(child, 'exit');
    child.kill('SIGINT');
    await stopped;
  };
  const origin = `http://127.0.0.1:${port}`;
  while (!(await answers(`${origin}/healthz`))) {
    if (child.exitCode !== null || performance.now() - began > patience) throw new Error('The server did not start.');
    await wait(2);
  }
  return { origin, pid: child.pid ?? 0, child, readyAfter: performance.now() - began, [Symbol.asyncDispose]: stop };
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}

/** Returns the resident memory of a process, in MiB. */
export function memoryOf(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;
}
