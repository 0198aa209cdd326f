import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ConfigError } from '../../src/server/process/config-error.ts';
import { createLog } from '../../src/server/process/log.ts';
import { copyDatabase } from '../../src/server/store/copy-database.ts';
import { migrate } from '../../src/server/store/migrations.ts';
import { openStore } from '../../src/server/store/open-store.ts';
import { openPartialFile } from '../../src/server/store/partial-file.ts';
import { command } from './support/command.ts';
import { temporaryFolder } from './support/stores.ts';

const log = createLog('silent');

/** Returns the permissions of a folder (as '.') and of each file in it, by name. */
function permissionsIn(folder: string): Record<string, string> {
  const names = ['.', ...readdirSync(folder)];
  return Object.fromEntries(names.map((name) => [name, modeOf(path.join(folder, name))]));
}

const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8);

/** Opens a database, creates its tables if it has none, and closes it. */
async function openDatabase(dataDir: string): Promise<void> {
  await using store = openStore({ dataDir }, log);
  await migrate(store);
}

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

test('opening a database restricts its files, but not a folder that has other files', async () => {
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
  await openDatabase(dataDir);
  expect(await command('backup', [backup], { DATA_DIR: dataDir })).toMatchObject({ code: 0 });
  expect(modeOf(backup)).toBe('600');
  chmodSync(backup, 0o644);
  expect(await command('restore', [backup], { DATA_DIR: restored })).toMatchObject({ code: 0 });
  expect(permissionsIn(restored)).toEqual({ '.': '700', 'storyline.db': '600' });
});

/** Makes a folder in which every user may create files, like /tmp. */
function makeShared(folder: string): string {
  const shared = path.join(folder, 'shared');
  mkdirSync(shared);
  chmodSync(shared, 0o1777);
  return shared;
}

test('opening a database changes no permissions of link targets or shared folders', async () => {
  await using temporary = await temporaryFolder();
  const dataDir = makeShared(temporary.folder);
  const foreign = path.join(temporary.folder, 'foreign.txt');
  writeFileSync(foreign, 'for everybody', { mode: 0o644 });
  symlinkSync(foreign, path.join(dataDir, 'storyline.db-old'));
  await openDatabase(dataDir);
  expect([modeOf(foreign), statSync(dataDir).mode & 0o7777]).toEqual(['644', 0o1777]);
  expect(modeOf(path.join(dataDir, 'storyline.db'))).toBe('600');
});

test('a backup never writes through a link that another user has prepared', async () => {
  await using temporary = await temporaryFolder();
  const dataDir = path.join(temporary.folder, 'data');
  await openDatabase(dataDir);
  const shared = makeShared(temporary.folder);
  const [backup, prepared] = [path.join(shared, 'backup.db'), path.join(temporary.folder, 'prepared')];
  writeFileSync(prepared, '', { mode: 0o666 });
  symlinkSync(prepared, `${backup}.${process.pid}.partial`);
  copyDatabase(path.join(dataDir, 'storyline.db'), backup);
  expect([readFileSync(prepared, 'utf8'), modeOf(backup)]).toEqual(['', '600']);
  using one = openPartialFile(path.join(shared, 'one'));
  expect(readdirSync(shared)).not.toContain(`one.${process.pid}.partial`);
  expect(modeOf(one.name)).toBe('600');
});

test('a backup fails if its partial file is replaced before completion', async () => {
  await using temporary = await temporaryFolder();
  const to = path.join(temporary.folder, 'backup.db');
  using partial = openPartialFile(to);
  renameSync(partial.name, `${to}.taken`);
  writeFileSync(partial.name, 'of somebody else');
  expect(() => partial.complete()).toThrow(ConfigError);
});

test('a backup is refused if its path, or the path of its journal, is a dangling link', async () => {
  await using temporary = await temporaryFolder();
  const dataDir = path.join(temporary.folder, 'data');
  await openDatabase(dataDir);
  const nowhere = path.join(temporary.folder, 'nowhere');
  for (const [link, to] of [
    ['linked.db', 'linked.db'],
    ['beside.db-wal', 'beside.db'],
    ['again.db-journal', 'again.db'],
  ] as const) {
    symlinkSync(nowhere, path.join(temporary.folder, link));
    const copy = () => copyDatabase(path.join(dataDir, 'storyline.db'), path.join(temporary.folder, to));
    expect(copy).toThrow(`${link} exists already, and is not overwritten`);
  }
  expect(existsSync(nowhere)).toBe(false);
});

test('a data folder and a database may be symbolic links that the operator made', async () => {
  await using temporary = await temporaryFolder();
  const { folder } = temporary;
  const dataDir = path.join(makeShared(folder), 'data');
  mkdirSync(path.join(folder, 'disk'), { mode: 0o755 });
  symlinkSync(path.join(folder, 'disk'), dataDir);
  await openDatabase(dataDir);
  renameSync(path.join(folder, 'disk/storyline.db'), path.join(folder, 'moved.db'));
  symlinkSync(path.join(folder, 'moved.db'), path.join(folder, 'disk/storyline.db'));
  await openDatabase(dataDir);
  expect([modeOf(dataDir), modeOf(path.join(folder, 'moved.db'))]).toEqual(['700', '600']);
});

/** The id of the user `nobody` on most systems. */
const somebodyElse = 65_534;

test.skipIf(process.getuid?.() !== 0)(
  "in a shared folder, opening another user's folder or database file fails",
  async () => {
    await using temporary = await temporaryFolder();
    chmodSync(temporary.folder, 0o755);
    const shared = makeShared(temporary.folder);
    const prepare = (name: string, make: (file: string) => void) => {
      const file = path.join(shared, name);
      make(file);
      chownSync(file, somebodyElse, somebodyElse);
    };
    prepare('folder', (file) => mkdirSync(file));
    prepare('parent', (file) => mkdirSync(file));
    await expect(openDatabase(path.join(shared, 'folder'))).rejects.toThrow('belongs to another user');
    await expect(openDatabase(path.join(shared, 'parent/data'))).rejects.toThrow('belongs to another user');
    for (const name of ['storyline.db', 'storyline.db-wal', 'storyline.db-shm', 'storyline.db-journal']) {
      prepare(name, (file) => writeFileSync(file, '', { mode: 0o666 }));
      await expect(openDatabase(shared), name).rejects.toThrow('belongs to another user');
      expect(readFileSync(path.join(shared, name), 'utf8')).toBe('');
      renameSync(path.join(shared, name), path.join(temporary.folder, name));
    }
    // Restore refuses a backup beside another user's write-ahead log, which SQLite would apply to the backup.
    const backup = path.join(shared, 'backup.db');
    await openDatabase(path.join(temporary.folder, 'data'));
    copyDatabase(path.join(temporary.folder, 'data/storyline.db'), backup);
    prepare('backup.db-wal', (file) => writeFileSync(file, '', { mode: 0o666 }));
    const restored = await command('restore', [backup], { DATA_DIR: path.join(temporary.folder, 'restored') });
    expect(restored).toMatchObject({
      code: 1,
      said: expect.stringContaining('backup.db-wal belongs to another user'),
    });
    // A folder that belongs to the database's owner is accepted: root may open a service's database.
    const own = path.join(temporary.folder, 'own');
    await openDatabase(own);
    for (const name of ['.', ...readdirSync(own)]) chownSync(path.join(own, name), somebodyElse, somebodyElse);
    await openDatabase(own);
  },
);

test.skipIf(process.getuid?.() !== 0)("a data folder is refused if its link leads to another user's link", async () => {
  await using temporary = await temporaryFolder();
  chmodSync(temporary.folder, 0o755);
  const shared = path.join(temporary.folder, 'shared');
  mkdirSync(shared);
  // Removes the sticky bit, as the kernel itself may refuse to follow others' links in a sticky folder.
  chmodSync(shared, 0o777);
  const [target, theirs, own] = ['target', 'shared/theirs', 'own'].map((name) => path.join(temporary.folder, name));
  if (!target || !theirs || !own) throw new Error('no paths');
  mkdirSync(target);
  symlinkSync(target, theirs);
  lchownSync(theirs, somebodyElse, somebodyElse);
  symlinkSync(theirs, own);
  await expect(openDatabase(own)).rejects.toThrow(`${theirs} belongs to another user`);
});

test.skipIf(process.getuid?.() !== 0)(
  "restore accepts another user's database in a shared folder or its subfolder",
  async () => {
    await using temporary = await temporaryFolder();
    chmodSync(temporary.folder, 0o755);
    const shared = makeShared(temporary.folder);
    for (const folder of [path.join(shared, 'colleague'), shared]) {
      await openDatabase(folder);
      writeFileSync(path.join(folder, 'storyline.db-wal'), '');
      for (const name of readdirSync(folder)) chownSync(path.join(folder, name), somebodyElse, somebodyElse);
      chownSync(path.join(shared, 'colleague'), somebodyElse, somebodyElse);
      const restored = await command('restore', [path.join(folder, 'storyline.db')], {
        DATA_DIR: `${folder}-restored`,
      });
      expect(restored).toMatchObject({ code: 0 });
    }
  },
);
