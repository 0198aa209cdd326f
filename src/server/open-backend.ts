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
  const store = openStore(config, log);
  try {
    const isNew = await migrate(store);
    const { renderThread, indexThread, clientDir } = config;
    const renderThreads = renderThread && clientDir ? openThreads<RenderJob>(renderThread, clientDir) : undefined;
    const posts = openPostIndexer(indexThread);
    if (isNew && config.samplePosts && !config.databaseUrl) await publishSamples(store, posts.indexer);
    const indexing = openIndexing(store, posts.indexer, log);
    const background = { indexer: posts.indexer, indexing };
    const app = createApp(store, log, { ...config, renderThreads }, background, clientDir);
    const housekeeping = openHousekeeping(store, log);
    const close = async () => {
      await housekeeping[Symbol.asyncDispose]();
      await indexing[Symbol.asyncDispose]();
      await posts[Symbol.asyncDispose]();
      await renderThreads?.[Symbol.asyncDispose]();
      await store[Symbol.asyncDispose]();
    };
    return { app, notices: await registrationNotices(store.db, config), [Symbol.asyncDispose]: close };
  } catch (error) {
    await store[Symbol.asyncDispose]();
    throw config.databaseUrl && leadsNowhere(error, store) ? new ConfigError(nowhere(error), { cause: error }) : error;
  }
}

async function registrationNotices(
  db: Database,
  { registration = 'open', publicOrigin }: Pick<Config, 'registration' | 'publicOrigin'>,
): Promise<string[]> {
  if (registration !== 'first') return [];
  if ((await registrationNow(db, registration)) === 'invite')
    return [
      'registering needs an invitation (npm run user -- invite), as there is an account; REGISTRATION would say otherwise',
    ];
  const register = `${publicOrigin}${pagePaths.register}`;
  return [`whoever comes first can register at ${register}, as there is no account; then it takes an invitation`];
}

/** Whether PostgreSQL does not answer, rejects the user (class 28), or does not have the database (class 3D). */
function leadsNowhere(error: unknown, store: Store): boolean {
  return store.isUnavailable(error) || /^(28|3D)/.test(codeOf(error));
}

/** Returns the message for the operator, with the error's code if the error (an AggregateError) has no message. */
function nowhere(error: unknown): string {
  return `DATABASE_URL leads to no database: ${(error instanceof Error && error.message) || codeOf(error)}`;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
