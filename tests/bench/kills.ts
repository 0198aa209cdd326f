import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Kills, killUnderLoad } from '../api/support/kills.ts';
import { queryDatabase, startPostgres } from '../api/support/postgres.ts';
import { openDatabase, startBuiltServer } from './built-server.ts';
import type { Figure } from './figures.ts';

/** Of posts and of the versions that an edit has replaced: each title is a press. */
const stored = 'select title from posts union all select title from post_versions';

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
    return file.prepare(stored).all();
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
    () => queryDatabase(postgres.url, stored),
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
  return [
    {
      ...counted,
      what: `${name}: acknowledged posts and edits that are there`,
      measured: found.acknowledged - found.lost,
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
  return `${kills} kills, ${presses} presses, ${acknowledged} acknowledged, ${unanswered} unanswered (of which ${unansweredStored} were stored), ${lost} lost, ${duplicated} duplicated`;
}
