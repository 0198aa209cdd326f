import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inject } from 'vitest';
import { isGate, isQuick } from '../../test-run.ts';
import { takeDatabase } from './database-pool.ts';
import { createPostgresDatabase } from './postgres.ts';

/** A database without accounts, and the variables by which a server finds it. */
export type TestDatabase = AsyncDisposable & { dataDir: string; databaseUrl?: string };

export type StoreKind = {
  name: 'SQLite' | 'PostgreSQL' | 'three servers';
  /** Where it is quicker, the tables are there already. */
  open(): Promise<TestDatabase>;
  /** Without tables. */
  openEmpty(): Promise<TestDatabase>;
  /** How many servers answer in turn; unset: one, asked without a port. */
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

/** With the tables of this version. */
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

/** Every rule of the store holds on both; `npm run test:quick` asks the first. */
export const stores = isQuick() ? [sqlite] : [sqlite, postgres];

const threeServers: StoreKind = { ...postgres, name: 'three servers', servers: 3 };

/** Every rule of the calls and pages holds on these; `npm test` asks the first two. */
export const backends: StoreKind[] = isGate() ? stores : [...stores, threeServers];
