import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createLog } from '../../src/server/log.ts';
import { migrate } from '../../src/server/store/migrations.ts';
import { openStore } from '../../src/server/store/open-store.ts';
import { command } from './support/command.ts';
import { temporaryFolder } from './support/stores.ts';

const log = createLog('silent');

/** The permissions of a folder (under '.') and of each file in it. */
function permissionsIn(folder: string): Record<string, string> {
  const names = ['.', ...readdirSync(folder)];
  return Object.fromEntries(names.map((name) => [name, modeOf(path.join(folder, name))]));
}

const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8);

const ownersAlone = { '.': '700', 'storyline.db': '600', 'storyline.db-shm': '600', 'storyline.db-wal': '600' };

test('only the owner can read a new database and its folder', async () => {
  await using temporary = await temporaryFolder();
  const dataDir = path.join(temporary.folder, 'data');
  await using store = openStore({ dataDir }, log);
  await migrate(store);
  expect(permissionsIn(dataDir)).toEqual(ownersAlone);
});

test('opening a database that others can read removes their permissions', async () => {
  await using temporary = await temporaryFolder();
  const dataDir = path.join(temporary.folder, 'data');
  await using earlier = openStore({ dataDir }, log);
  await migrate(earlier);
  chmodSync(dataDir, 0o755);
  for (const name of readdirSync(dataDir)) chmodSync(path.join(dataDir, name), 0o644);
  await using _ = openStore({ dataDir }, log);
  expect(permissionsIn(dataDir)).toEqual(ownersAlone);
});

test('a folder with other files keeps its permissions, and the database in it does not', async () => {
  await using temporary = await temporaryFolder();
  const dataDir = path.join(temporary.folder, 'shared');
  mkdirSync(dataDir);
  chmodSync(dataDir, 0o755);
  writeFileSync(path.join(dataDir, 'notes.txt'), 'for everybody', { mode: 0o644 });
  await using store = openStore({ dataDir }, log);
  await migrate(store);
  expect(permissionsIn(dataDir)).toEqual({ ...ownersAlone, '.': '755', 'notes.txt': '644' });
});

test('only the owner can read a backup and a restored database', async () => {
  await using temporary = await temporaryFolder();
  const [dataDir = '', restored = '', backup = ''] = ['data', 'restored', 'backup.db'].map((name) =>
    path.join(temporary.folder, name),
  );
  {
    await using store = openStore({ dataDir }, log);
    await migrate(store);
  }
  expect(await command('backup', [backup], { DATA_DIR: dataDir })).toMatchObject({ code: 0 });
  expect(modeOf(backup)).toBe('600');
  chmodSync(backup, 0o644);
  expect(await command('restore', [backup], { DATA_DIR: restored })).toMatchObject({ code: 0 });
  expect(permissionsIn(restored)).toEqual({ '.': '700', 'storyline.db': '600' });
});
