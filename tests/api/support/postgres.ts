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
  /** As a power cut would: nothing more is written, and no client is notified. */
  crash(): Promise<void>;
  /** On the same port, with the same data. */
  revive(): Promise<void>;
  /** For good. */
  stop(): Promise<void>;
};

const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=300'];

/** A test's database is careless of its disk; where time is measured it is as careful as anybody's. */
type Care = { fsync: 'on' | 'off' };

/** A PostgreSQL of its own in a temporary folder, on loopback, gone at the end. */
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

/** SIGINT is PostgreSQL's fast shutdown, which doesn't wait for its clients; SIGQUIT is its immediate one. */
async function runCluster(folder: string, data: string, { fsync }: Care) {
  const port = await freePort();
  const url = `postgres://storyline@127.0.0.1:${port}/postgres`;
  const flags = [...settings, `fsync=${fsync}`].flatMap((setting) => ['-c', setting]);
  let server: ChildProcess;

  async function revive() {
    const args = ['-D', data, '-p', `${port}`, ...flags];
    // Its own processes end with the first of them.
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

/** PostgreSQL refuses to run as root. */
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
  /** Turns everybody away, as a database does that restarts; until `comeBack`. */
  goAway(): Promise<unknown>;
  comeBack(): Promise<unknown>;
};

/** A database of its own for one test; `template1` is empty. */
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

/** Past the server; of several statements none answers rows. */
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

/** @returns the folder of its programs, installed first where that is possible */
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
