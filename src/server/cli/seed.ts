import { readConfig } from '../config.ts';
import { createLog } from '../process/log.ts';
import { migrate } from '../store/migrations.ts';
import { openStore } from '../store/open-store.ts';
import { UsageError } from './arguments.ts';
import { runCommand } from './command-line.ts';
import { seedPosts } from './seeding/seed-posts.ts';

/** `npm run seed -- --posts N` adds N plausible posts to the configured database. */
await runCommand(
  'npm run seed -- --posts <number>',
  async ({ operands, options }) => {
    const number = options.get('posts') ?? '';
    if (operands.length > 0 || !/^\d{1,8}$/.test(number))
      throw new UsageError('--posts needs a number of at most eight digits');
    const config = readConfig(process.env);
    await using store = openStore(config, createLog('warn'));
    await migrate(store);
    const start = performance.now();
    const { posts, authors } = await seedPosts(store, Number(number));
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    const place = config.databaseUrl ? 'PostgreSQL' : config.dataDir;
    return `${posts} posts by ${authors} authors are in ${place}, after ${seconds} s`;
  },
  { posts: 'value' },
);
