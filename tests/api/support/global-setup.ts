import { rm } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'vite';
import type { TestProject } from 'vitest/node';
import { isGate, isQuick } from '../../test-run.ts';
import { writeClientBuild } from './client-folder.ts';
import { openDatabasePool } from './database-pool.ts';
import { startPostgres } from './postgres.ts';

const root = path.resolve(import.meta.dirname, '../../..');

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of this run's PostgreSQL, in which each test has its own database. Empty in `test:quick`. */
    postgres: string;
    /** The hash of this version's tables (database-pool.ts). */
    postgresShape: string;
    /** The file of the built server, for tests that run the server in its own process. */
    serverMain: string;
  }
}

export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  // Vitest reads the files' tags later, so it calls this even if the tags exclude every attack.
  if (project.name === 'attacks' && isGate()) return undefined;
  const [postgres, server] = await Promise.all([isQuick() ? undefined : startWithPool(), buildServer()]);
  project.provide('postgres', postgres?.url ?? '');
  project.provide('postgresShape', postgres?.shape ?? '');
  project.provide('serverMain', server.main);
  return async () => {
    await Promise.all([postgres?.stop(), server.remove()]);
  };
}

async function startWithPool() {
  const postgres = await startPostgres();
  try {
    return { ...postgres, shape: await openDatabasePool(postgres.url) };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

/** Builds the server for production, and writes a stub of the client beside it. */
async function buildServer(): Promise<{ main: string; remove(): Promise<void> }> {
  // Node finds the server's packages only if the folder is inside the repository.
  const folder = path.join(root, 'reports', `server-${process.pid}-${Date.now()}`);
  await build({
    root,
    configFile: path.join(root, 'vite.config.ts'),
    logLevel: 'error',
    build: { ssr: true, outDir: path.join(folder, 'server') },
  });
  await writeClientBuild(path.join(folder, 'client'));
  return { main: path.join(folder, 'server/main.js'), remove: () => rm(folder, { recursive: true }) };
}
