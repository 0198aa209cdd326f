import { expect, test } from 'vitest';
import { createLog } from '../../src/server/log.ts';
import { openStore } from '../../src/server/store/open.ts';
import { type Killable, killUnderLoad } from './kills.ts';
import { serve } from './server-process.ts';
import { type Place, stores } from './stores.ts';

const times = 5;

async function storedTitles(place: Place): Promise<string[]> {
  await using store = openStore(place, createLog('silent'));
  return (await store.db.selectFrom('posts').select('title').execute()).map(({ title }) => title);
}

for (const store of stores) {
  test(`${store.name}: a server killed while it writes loses nothing it acknowledged and repeats nothing`, async () => {
    await using place = await store.open();
    const killable = async (): Promise<Killable> => {
      const server = await serve(place);
      return {
        origin: server.origin,
        pid: server.pid ?? 0,
        [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
      };
    };
    const found = await killUnderLoad(times, killable, () => storedTitles(place));
    expect(found).toMatchObject({ kills: times, lost: 0, duplicated: 0 });
    expect(found.acknowledged).toBeGreaterThan(times);
    expect(found.unanswered).toBeGreaterThan(0);
  });
}
