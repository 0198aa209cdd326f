import type { Config } from '../../../src/server/config.ts';
import { openServer } from '../../../src/server/server.ts';
import { createClientBuild } from './client-folder.ts';
import { openSqliteDatabase } from './stores.ts';

/**
 * A server in this process and on a port of its own: one that is killed needs a process (`serve`). Its database is its
 * own too, unless it is given one.
 */
export async function serveHere(
  config: Partial<Config> = {},
): Promise<AsyncDisposable & { origin: string; port: number }> {
  await using owned = new AsyncDisposableStack();
  const dataDir = config.dataDir ?? owned.use(await openSqliteDatabase()).dataDir;
  const { clientDir } = owned.use(await createClientBuild());
  const quiet = { port: 0, host: '127.0.0.1', samplePosts: false, logLevel: 'silent' } as const;
  // A load is one author's: it stores more than an author may.
  const postingLimits = { posts: 0, bytes: 0 };
  const { origin } = owned.use(await openServer({ ...quiet, postingLimits, clientDir, ...config, dataDir }));
  const opened = owned.move();
  return { origin, port: Number(new URL(origin).port), [Symbol.asyncDispose]: () => opened.disposeAsync() };
}
