import { type ChildProcess, execFileSync, type StdioOptions, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import { freePort } from '../../browser/support/free-port.ts';
import { endWithThisProcess } from '../../browser/support/process-group.ts';
import { installFromDebian } from '../../browser/support/programs.ts';
import { runMark } from '../../left-processes.ts';
import { scaled } from '../../test-run.ts';

const isRoot = process.getuid?.() === 0;

export type Postgres = {
  url: string;
  /** Ends the server as a power cut does: it writes nothing more, and notifies no client. */
  crash(): Promise<void>;
  /** Starts the server again on the same port, with the same data. */
  revive(): Promise<void>;
  /** Ends the server for good, and removes its data. */
  stop(): Promise<void>;
};

const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=300'];

/** Most tests turn fsync off for speed. Benchmarks keep it on, as operators do. */
type Care = { fsync: 'on' | 'off' };

/** Starts a PostgreSQL server on loopback, with its data in a temporary folder that `stop` removes. */
export async function startPostgres(care: Care = { fsync: 'off' }): Promise<Postgres> {
  const folder = mkdtempSync(path.join(tmpdir(), 'storyline-postgres-'));
  chownToPostgres(folder);
  const data = path.join(folder, 'data');
  const options = ['-A', 'trust', '-U', 'storyline', '-E', 'UTF8', '--no-sync', '--no-instructions'];
  const stdio: StdioOptions = ['ignore', 'ignore', 'inherit'];
  execFileSync(path.join(findPostgres(), 'initdb'), ['-D', data, ...options], { ...asPostgres(folder), stdio });
  const { end, ...cluster } = await runCluster(folder, data, care);
  return {
    ...cluster,
    crash: () => end('SIGQUIT'),
    async stop() {
      await end('SIGINT');
      rmSync(folder, { recursive: true });
    },
  };
}

/** Runs PostgreSQL. On SIGINT it shuts down without waiting for clients; on SIGQUIT it quits without a checkpoint. */
async function runCluster(folder: string, data: string, { fsync }: Care) {
  const port = await freePort();
  const url = `postgres://storyline@127.0.0.1:${port}/postgres`;
  const flags = [...settings, `fsync=${fsync}`].flatMap((setting) => ['-c', setting]);
  let server: ChildProcess;

  async function revive() {
    const args = ['-D', data, '-p', `${port}`, ...flags];
    // PostgreSQL's other processes end when this one ends.
    server = endWithThisProcess(
      spawn(path.join(findPostgres(), 'postgres'), args, { ...asPostgres(folder), stdio: 'ignore' }),
    );
    await untilItAnswers(url, server);
  }

  async function end(signal: 'SIGINT' | 'SIGQUIT') {
    if (server.exitCode !== null) return;
    const exited = once(server, 'exit');
    server.kill(signal);
    await exited;
  }

  await revive();
  return { url, end, revive };
}

/** Returns spawn options for the user postgres, as PostgreSQL refuses to run as root. */
function asPostgres(folder: string) {
  const owner = isRoot ? { uid: idOfPostgres('-u'), gid: idOfPostgres('-g') } : {};
  return { ...owner, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', [runMark]: process.env[runMark] } };
}

export function chownToPostgres(folder: string): void {
  if (isRoot) chownSync(folder, idOfPostgres('-u'), idOfPostgres('-g'));
}

export type PostgresDatabase = AsyncDisposable & {
  name: string;
  url: string;
  /** Refuses all connections until `comeBack`, as a restarting database does. */
  goAway(): Promise<unknown>;
  comeBack(): Promise<unknown>;
};

/** Creates a database for one test. `template1` is empty. */
export async function createPostgresDatabase(
  serverUrl: string,
  { tablespace = 'pg_default', template = 'template1' } = {},
): Promise<PostgresDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await queryDatabase(serverUrl, `create database ${name} template ${template} tablespace ${tablespace}`);
  return {
    name,
    url: serverUrl.replace(/\/postgres$/, `/${name}`),
    goAway: () =>
      queryDatabase(
        serverUrl,
        `alter database ${name} allow_connections false;
         select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
      ),
    comeBack: () => queryDatabase(serverUrl, `alter database ${name} allow_connections true`),
    async [Symbol.asyncDispose]() {
      await queryDatabase(serverUrl, `drop database ${name} with (force)`);
    },
  };
}

/** Runs SQL on the database directly, not through our server. Returns no rows if `sql` has several statements. */
export async function queryDatabase(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

async function untilItAnswers(url: string, server: ChildProcess): Promise<void> {
  for (const deadline = Date.now() + scaled(30_000); ; await setTimeout(50)) {
    try {
      await queryDatabase(url, 'select 1');
      return;
    } catch (cause) {
      if (server.exitCode !== null || Date.now() > deadline) throw new Error('PostgreSQL did not start', { cause });
    }
  }
}

/** Returns the folder of PostgreSQL's programs. Installs them first if they are missing. */
function findPostgres(): string {
  const bin = installedPostgres();
  if (bin) return bin;
  installFromDebian('PostgreSQL', ['postgresql']);
  const installed = installedPostgres();
  if (!installed) throw new Error('The API tests need PostgreSQL: install it (Debian: apt-get install postgresql)');
  return installed;
}

function installedPostgres(): string | undefined {
  const onPath = (process.env.PATH ?? '').split(path.delimiter);
  const byVersion = globSync('/usr/lib/postgresql/*/bin').toSorted((a, b) =>
    b.localeCompare(a, 'en', { numeric: true }),
  );
  return [...byVersion, ...onPath].find(
    (bin) => existsSync(path.join(bin, 'initdb')) && existsSync(path.join(bin, 'postgres')),
  );
}

function idOfPostgres(which: '-u' | '-g'): number {
  return Number(execFileSync('id', [which, 'postgres'], { encoding: 'utf8' }));
}
