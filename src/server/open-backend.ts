import type { Hono } from 'hono';
import type { Logger } from 'pino';
import { pagePaths } from '../contract/paths.ts';
import { registrationNow } from './accounts/registration-rules.ts';
import type { Config } from './config.ts';
import { createApp } from './create-app.ts';
import { openHousekeeping } from './housekeeping.ts';
import type { RenderJob } from './pages/render-lanes.ts';
import { ConfigError } from './process/config-error.ts';
import { openThreads } from './process/thread-lanes.ts';
import { publishSamples } from './samples/publish-samples.ts';
import { openIndexing } from './search/index-posts.ts';
import { openPostIndexer } from './search/post-indexer.ts';
import { migrate } from './store/migrations.ts';
import { openStore } from './store/open-store.ts';
import { codeOf } from './store/postgres-pool.ts';
import type { Database, Store } from './store/schema.ts';

export type Backend = {
  app: Hono;
  /** Lines for the operator, logged at each start. */
  notices: string[];
  [Symbol.asyncDispose](): Promise<void>;
};

/**
 * Opens the whole server except its port: database, threads, background tasks and app.
 * @throws {ConfigError} when the database can't be opened
 */
export async function openBackend(config: Omit<Config, 'port' | 'host' | 'logLevel'>, log: Logger): Promise<Backend> {
  await using opened = new AsyncDisposableStack();
  const store = opened.use(openStore(config, log));
  try {
    const isNew = await migrate(store);
    const { renderThread, indexThread, clientDir } = config;
    const isThreaded = renderThread && clientDir;
    const renderThreads = isThreaded ? opened.use(openThreads<RenderJob>(renderThread, clientDir)) : undefined;
    const { indexer } = opened.use(openPostIndexer(indexThread));
    if (isNew && config.samplePosts && !config.databaseUrl) await publishSamples(store, indexer);
    const indexing = opened.use(openIndexing(store, indexer, log));
    const app = createApp(store, log, { ...config, renderThreads }, { indexer, indexing }, clientDir);
    opened.use(openHousekeeping(store, log));
    const notices = await registrationNotices(store.db, config);
    const backend = opened.move();
    return { app, notices, [Symbol.asyncDispose]: () => backend.disposeAsync() };
  } catch (error) {
    throw config.databaseUrl && isUnreachable(error, store)
      ? new ConfigError(unreachableMessage(error), { cause: error })
      : error;
  }
}

async function registrationNotices(
  db: Database,
  { registration = 'open', publicOrigin }: Pick<Config, 'registration' | 'publicOrigin'>,
): Promise<string[]> {
  if (registration !== 'first') return [];
  if ((await registrationNow(db, registration)) === 'invite')
    return [
      'an account exists, so registering needs an invitation (npm run user -- invite); set REGISTRATION to change that',
    ];
  const register = `${publicOrigin}${pagePaths.register}`;
  return [`anybody can register at ${register} until there is an account; after that, registering needs an invitation`];
}

/** Whether PostgreSQL can't be reached, rejects the user (class 28), or does not have the database (class 3D). */
function isUnreachable(error: unknown, store: Store): boolean {
  return store.isUnavailable(error) || /^(28|3D)/.test(codeOf(error));
}

/** Returns the message for the operator, with the error's code if the error (an AggregateError) has no message. */
function unreachableMessage(error: unknown): string {
  return `no connection to the database of DATABASE_URL: ${(error instanceof Error && error.message) || codeOf(error)}`;
}
