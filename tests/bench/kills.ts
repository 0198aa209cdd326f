import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Kills, killUnderLoad } from '../api/kills.ts';
import { query, startPostgres } from '../api/postgres.ts';
import { openDatabase, startBuiltServer } from './built-server.ts';
import type { Figure } from './figures.ts';

/** Of each database. */
const times = 100;

/** A server killed at random under write load, again and again, on both databases at once. */
export async function measure(): Promise<Figure[]> {
  const found = await Promise.all([onSqlite(), onPostgres()]);
  return found.flat();
}

async function onSqlite(): Promise<Figure[]> {
  await using database = await openDatabase(0);
  const titles = async () => {
    using file = new DatabaseSync(join(database.folder, 'storyline.db'), { readOnly: true });
    return file.prepare('select title from posts').all();
  };
  return await run('SQLite', () => startBuiltServer({ dataDir: database.folder }), titles);
}

async function onPostgres(): Promise<Figure[]> {
  await using owned = new AsyncDisposableStack();
  const postgres = await startPostgres();
  owned.defer(postgres.stop);
  return await run(
    'PostgreSQL',
    () => startBuiltServer({ databaseUrl: postgres.url }),
    () => query(postgres.url, 'select title from posts'),
  );
}

async function run(
  name: string,
  serve: () => ReturnType<typeof startBuiltServer>,
  rows: () => Promise<Record<string, unknown>[]>,
): Promise<Figure[]> {
  const found = await killUnderLoad(times, serve, async () => (await rows()).map(({ title }) => String(title)));
  console.log(`${name}: ${summary(found)}`);
  const counted = { bench: 'kills', unit: 'count', repeats: times } as const;
  const stored = found.acknowledged - found.lost;
  return [
    {
      ...counted,
      what: `${name}: acknowledged posts that are there`,
      measured: stored,
      floor: found.acknowledged,
      against: 'acknowledged',
      bar: { atLeast: 1 },
    },
    {
      ...counted,
      what: `${name}: presses, each counted as often as it is there`,
      measured: found.presses + found.duplicated,
      floor: found.presses,
      against: 'pressed',
      bar: { atMost: 1 },
    },
  ];
}

function summary({ kills, presses, acknowledged, unanswered, unansweredStored, lost, duplicated }: Kills): string {
  return `${kills} kills, ${presses} presses, ${acknowledged} acknowledged, ${unanswered} unanswered (of which ${unansweredStored} were published), ${lost} lost, ${duplicated} duplicated`;
}
