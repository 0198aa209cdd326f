import type { Hono } from 'hono';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { createApp } from './http/app.ts';
import { publishSamples } from './samples/publish.ts';
import { migrate } from './store/migrations.ts';
import { openStore } from './store/open.ts';

export type Backend = { app: Hono; [Symbol.asyncDispose](): Promise<void> };

/** Everything of the server but its port. */
export async function openBackend(config: Omit<Config, 'port' | 'host' | 'logLevel'>, log: Logger): Promise<Backend> {
  const store = openStore(config, log);
  try {
    const isNew = await migrate(store);
    if (isNew && config.samplePosts && !config.databaseUrl) await publishSamples(store.db);
    const app = createApp(store, log, config.clientDir);
    return { app, [Symbol.asyncDispose]: () => store[Symbol.asyncDispose]() };
  } catch (error) {
    await store[Symbol.asyncDispose]();
    throw error;
  }
}
