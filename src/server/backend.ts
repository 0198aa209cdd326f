import type { Hono } from 'hono';
import type { Logger } from 'pino';
import { type Config, ConfigError } from './config.ts';
import { createApp } from './http/app.ts';
import { publishSamples } from './samples/publish.ts';
import { migrate } from './store/migrations.ts';
import { openStore } from './store/open.ts';
import type { Store } from './store/schema.ts';

export type Backend = { app: Hono; [Symbol.asyncDispose](): Promise<void> };

/**
 * Everything of the server but its port.
 * @throws {ConfigError} when there is no database to be had
 */
export async function openBackend(config: Omit<Config, 'port' | 'host' | 'logLevel'>, log: Logger): Promise<Backend> {
  const store = openStore(config, log);
  try {
    const isNew = await migrate(store);
    if (isNew && config.samplePosts && !config.databaseUrl) await publishSamples(store.db);
    const app = createApp(store, log, config, config.clientDir);
    return { app, [Symbol.asyncDispose]: () => store[Symbol.asyncDispose]() };
  } catch (error) {
    await store[Symbol.asyncDispose]();
    throw config.databaseUrl && leadsNowhere(error, store) ? new ConfigError(nowhere(error), { cause: error }) : error;
  }
}

/** Nobody answers there, or answers only to refuse the user (28) or not to know the database (3D). */
function leadsNowhere(error: unknown, store: Store): boolean {
  return store.isUnavailable(error) || /^(28|3D)/.test(codeOf(error));
}

/** One that tried several addresses has a code and no message of its own. */
function nowhere(error: unknown): string {
  return `DATABASE_URL leads to no database: ${(error instanceof Error && error.message) || codeOf(error)}`;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
