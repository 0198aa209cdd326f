import { parseArgs } from 'node:util';
import { ConfigError, readConfig } from '../config.ts';
import { createLog } from '../log.ts';
import { migrate } from '../store/migrations.ts';
import { openStore } from '../store/open-store.ts';
import { seedPosts } from './seeding/seed-posts.ts';

/** `npm run seed -- --posts N` adds N plausible posts to the configured database. */
try {
  const { values } = parseArgs({ options: { posts: { type: 'string' } } });
  if (!/^\d{1,8}$/.test(values.posts ?? '')) throw new ConfigError('say how many: npm run seed -- --posts 1000');
  const config = readConfig(process.env);
  await using store = openStore(config, createLog('warn'));
  await migrate(store);
  const start = performance.now();
  const { posts, authors } = await seedPosts(store, Number(values.posts));
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(
    `${posts} posts by ${authors} authors are in ${config.databaseUrl ? 'PostgreSQL' : config.dataDir}, after ${seconds} s`,
  );
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exitCode = 1;
}
