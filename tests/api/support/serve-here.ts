import { openServer } from '../../../src/server/server.ts';
import { createClientBuild } from './client-folder.ts';
import type { TestDatabase } from './stores.ts';

/** A server on this database, in this process and on a port of its own: one that is killed needs a process (`serve`). */
export async function serveHere({
  dataDir,
  databaseUrl,
}: Pick<TestDatabase, 'dataDir' | 'databaseUrl'>): Promise<AsyncDisposable & { origin: string }> {
  await using owned = new AsyncDisposableStack();
  const { clientDir } = owned.use(await createClientBuild());
  const config = { port: 0, host: '127.0.0.1', samplePosts: false, logLevel: 'silent' } as const;
  // A load is one author's: it stores more than an author may.
  const postingLimits = { posts: 0, bytes: 0 };
  const { origin } = owned.use(await openServer({ ...config, dataDir, databaseUrl, clientDir, postingLimits }));
  const opened = owned.move();
  return { origin, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}
