import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inject } from 'vitest';
import { isGate } from '../../test-run.ts';
import { createPostgresDatabase } from './postgres.ts';

/** An empty database, and the variables by which a server finds it. */
export type TestDatabase = AsyncDisposable & { dataDir: string; databaseUrl?: string };

export type StoreKind = {
  name: 'SQLite' | 'PostgreSQL' | 'three servers';
  open(): Promise<TestDatabase>;
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

export async function openPostgresDatabase(): Promise<TestDatabase> {
  const { url, ...database } = await createPostgresDatabase(inject('postgres'));
  return { dataDir: '/dev/null/unused', databaseUrl: url, ...database };
}

export const sqlite: StoreKind = { name: 'SQLite', open: openSqliteDatabase };
export const postgres: StoreKind = { name: 'PostgreSQL', open: openPostgresDatabase };

/** Every rule of the store holds on both. */
export const stores = [sqlite, postgres];

const threeServers: StoreKind = { name: 'three servers', open: postgres.open, servers: 3 };

/** Every rule of the calls and pages holds on these; `npm test` asks the first two. */
export const backends: StoreKind[] = isGate() ? stores : [...stores, threeServers];
