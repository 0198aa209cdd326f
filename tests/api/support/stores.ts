import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inject } from 'vitest';
import { isGate, isQuick } from '../../test-run.ts';
import { takeDatabase } from './database-pool.ts';
import { createPostgresDatabase } from './postgres.ts';

/** The settings with which a server opens a test's own database. Disposing of them removes the database's rows. */
export type TestDatabase = AsyncDisposable & { dataDir: string; databaseUrl?: string };

export type StoreKind = {
  name: 'SQLite' | 'PostgreSQL' | 'three servers';
  /** Opens a database without rows. In PostgreSQL it has its tables already, which is quicker. */
  open(): Promise<TestDatabase>;
  /** Opens a database without tables. */
  openEmpty(): Promise<TestDatabase>;
  /** The number of servers that answer in turn. If unset, there is one app, called without a port. */
  servers?: number;
};

export async function temporaryFolder(): Promise<AsyncDisposable & { folder: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'storyline-api-'));
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}

export async function openSqliteDatabase(): Promise<TestDatabase> {
  const { folder, ...temporary } = await temporaryFolder();
  return { dataDir: folder, ...temporary };
}

/** Opens a database with the tables of this version. */
export async function openPostgresDatabase(): Promise<TestDatabase> {
  const { url, ...database } = await takeDatabase(inject('postgres'), inject('postgresShape'));
  return { ...unused, databaseUrl: url, ...database };
}

export async function openEmptyPostgresDatabase(): Promise<TestDatabase> {
  const { url, ...database } = await createPostgresDatabase(inject('postgres'));
  return { ...unused, databaseUrl: url, ...database };
}

const unused = { dataDir: '/dev/null/unused' };

export const sqlite: StoreKind = { name: 'SQLite', open: openSqliteDatabase, openEmpty: openSqliteDatabase };
export const postgres: StoreKind = {
  name: 'PostgreSQL',
  open: openPostgresDatabase,
  openEmpty: openEmptyPostgresDatabase,
};

/** The databases on which tests of the store run. `npm run test:quick` leaves out PostgreSQL. */
export const stores = isQuick() ? [sqlite] : [sqlite, postgres];

const threeServers: StoreKind = { ...postgres, name: 'three servers', servers: 3 };

/** The backends on which tests of calls and pages run. `npm test` leaves out the three servers. */
export const backends: StoreKind[] = isGate() ? stores : [...stores, threeServers];
