import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createLog } from '../../src/server/log.ts';
import { migrate } from '../../src/server/store/migrations.ts';
import { openStore } from '../../src/server/store/open.ts';
import { postgres, stores } from './stores.ts';

const run = promisify(execFile);
const seeder = path.resolve(import.meta.dirname, '../../src/server/seed.ts');
const log = createLog('silent');

for (const store of stores) {
  test(`${store.name}: a database is migrated once, and is new once`, async () => {
    await using place = await store.open();
    await using opened = openStore(place, log);
    expect([await migrate(opened), await migrate(opened)]).toEqual([true, false]);
  });

  test(`${store.name}: several processes that start at once on a new database all get through`, async () => {
    await using place = await store.open();
    const env = { ...process.env, DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl ?? '' };
    const start = () => run(process.execPath, [seeder, '--posts', '3'], { env });
    await Promise.all([start(), start(), start(), start()]);
    await using opened = openStore(place, log);
    const posts = await opened.db.selectFrom('posts').select('id').execute();
    const users = await opened.db.selectFrom('users').select('id').execute();
    expect([posts.length, users.length]).toEqual([12, 8]);
  });
}

test('PostgreSQL: many connections that migrate at once make one schema', async () => {
  await using place = await postgres.open();
  await using owned = new AsyncDisposableStack();
  const opened = Array.from({ length: 6 }, () => owned.use(openStore(place, log)));
  const wasNew = await Promise.all(opened.map(migrate));
  expect(wasNew.filter(Boolean)).toHaveLength(1);
});
