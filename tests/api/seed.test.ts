import { expect, test } from 'vitest';
import { createLog } from '../../src/server/log.ts';
import { seed } from '../../src/server/seed/seed.ts';
import { migrate } from '../../src/server/store/migrations.ts';
import { openStore } from '../../src/server/store/open.ts';
import { stores } from './stores.ts';

for (const store of stores) {
  test(`${store.name}: seeding adds as many posts as asked, the same newest ones at any size, by several authors`, async () => {
    await using place = await store.open();
    await using opened = openStore(place, createLog('silent'));
    await migrate(opened);
    const newest = () =>
      opened.db.selectFrom('posts').select(['title', 'content']).orderBy('id', 'desc').limit(20).execute();
    await seed(opened.db, 30);
    const ofFew = await newest();
    await opened.db.deleteFrom('posts').execute();
    await seed(opened.db, 2_500);
    expect(await newest()).toEqual(ofFew);
    const posts = await opened.db.selectFrom('posts').select(['author_id', 'content']).execute();
    expect(posts).toHaveLength(2_500);
    expect(new Set(posts.map(({ author_id }) => author_id)).size).toBe(8);
    expect(new Set(posts.map(({ content }) => content.length)).size).toBeGreaterThan(500);
  });
}
