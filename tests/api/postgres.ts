import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';

const isRoot = process.getuid?.() === 0;

/** A PostgreSQL of its own in a temporary folder, on loopback, careless of its disk, gone at the end. */
export async function startPostgres(): Promise<{ url: string; stop(): Promise<void> }> {
  const bin = findPostgres();
  const folder = mkdtempSync(path.join(tmpdir(), 'storyline-postgres-'));
  // PostgreSQL refuses to run as root.
  const owner = isRoot ? { uid: idOfPostgres('-u'), gid: idOfPostgres('-g') } : {};
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid);
  const data = path.join(folder, 'data');
  const options = { ...owner, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' } };
  const initdb = ['-D', data, '-A', 'trust', '-U', 'storyline', '-E', 'UTF8', '--no-sync', '--no-instructions'];
  execFileSync(path.join(bin, 'initdb'), initdb, { ...options, stdio: ['ignore', 'ignore', 'inherit'] });
  const port = await freePort();
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off', 'max_connections=300'];
  const flags = settings.flatMap((setting) => ['-c', setting]);
  const server = spawn(path.join(bin, 'postgres'), ['-D', data, '-p', `${port}`, ...flags], {
    ...options,
    stdio: 'ignore',
  });
  const url = `postgres://storyline@127.0.0.1:${port}/postgres`;
  await untilItAnswers(url, server);
  return {
    url,
    async stop() {
      const exited = once(server, 'exit');
      // SIGINT is PostgreSQL's fast shutdown: it doesn't wait for its clients.
      server.kill('SIGINT');
      await exited;
      rmSync(folder, { recursive: true });
    },
  };
}

export type PostgresDatabase = AsyncDisposable & {
  url: string;
  /** Turns everybody away, as a database does that restarts; until `comeBack`. */
  goAway(): Promise<void>;
  comeBack(): Promise<void>;
};

/** A database of its own for one test. */
export async function createPostgresDatabase(serverUrl: string): Promise<PostgresDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await query(serverUrl, `create database ${name}`);
  return {
    url: serverUrl.replace(/\/postgres$/, `/${name}`),
    goAway: () =>
      query(
        serverUrl,
        `alter database ${name} allow_connections false;
         select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
      ),
    comeBack: () => query(serverUrl, `alter database ${name} allow_connections true`),
    [Symbol.asyncDispose]: () => query(serverUrl, `drop database ${name} with (force)`),
  };
}

async function query(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

async function untilItAnswers(url: string, server: ChildProcess): Promise<void> {
  for (const deadline = Date.now() + 30_000; ; await setTimeout(50)) {
    try {
      return await query(url, 'select 1');
    } catch (cause) {
      if (server.exitCode !== null || Date.now() > deadline) throw new Error('PostgreSQL did not start', { cause });
    }
  }
}

/** @returns the folder of its programs, installed first where that is possible */
function findPostgres(): string {
  const bin = installedPostgres();
  if (bin) return bin;
  if (isRoot && existsSync('/usr/bin/apt-get')) {
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
    const quietly = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'postgresql'], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: quietly,
    });
  }
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

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}
