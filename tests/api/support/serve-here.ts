import type { Config } from '../../../src/server/config.ts';
import { openServer } from '../../../src/server/server.ts';
import { createClientBuild } from './client-folder.ts';
import { openSqliteDatabase } from './stores.ts';

export type ServedHere = AsyncDisposable & { origin: string; port: number };

/**
 * Starts a server in this process on its own port, with an empty database unless `config` names one. Tests that kill
 * their server start it in its own process instead, with `serve`.
 */
export async function serveHere(config: Partial<Config> = {}): Promise<ServedHere> {
  await using owned = new AsyncDisposableStack();
  const dataDir = config.dataDir ?? owned.use(await openSqliteDatabase()).dataDir;
  const { clientDir } = owned.use(await createClientBuild());
  const quiet = { port: 0, host: '127.0.0.1', samplePosts: false, logLevel: 'silent' } as const;
  // All load comes from one author, so the limits per author are off.
  const postingLimits = { posts: 0, bytes: 0 };
  const { origin } = owned.use(await openServer({ ...quiet, postingLimits, clientDir, ...config, dataDir }));
  const opened = owned.move();
  return { origin, port: Number(new URL(origin).port), [Symbol.asyncDispose]: () => opened.disposeAsync() };
}
