import type { TestProject } from 'vitest/node';
import { buildServer } from './build-server.ts';
import { startPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The throw-away PostgreSQL of this run; each test has a database of its own in it. */
    postgres: string;
    /** The built server, for tests that need a process of its own. */
    serverMain: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [postgres, server] = await Promise.all([startPostgres(), buildServer()]);
  project.provide('postgres', postgres.url);
  project.provide('serverMain', server.main);
  return async () => {
    await Promise.all([postgres.stop(), server.remove()]);
  };
}
