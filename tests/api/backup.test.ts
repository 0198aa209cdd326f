import { mkdir, readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect } from 'vitest';
import { callPaths } from '../../src/contract/paths.ts';
import { command } from './support/command.ts';
import { download, makeImage, uploadTo } from './support/images.ts';
import { publishUnderKey, registerWriter, startLoad, versionOf } from './support/load.ts';
import { serveHere } from './support/serve-here.ts';
import { sqlite, temporaryFolder } from './support/stores.ts';
import { testOn } from './support/test-on.ts';

const test = testOn(sqlite);

test('a backup taken under write load is complete, and a server can run on it', async ({ testDatabase }) => {
  await using other = await temporaryFolder();
  const backup = path.join(other.folder, 'backup.db');
  const image = await makeImage();
  const writer = await (async () => {
    await using server = await serveHere(testDatabase);
    const writer = await registerWriter(server.origin);
    expect((await uploadTo(server.origin, writer, image)).status).toBe(201);
    const published = await publishUnderKey(server.origin, writer, { key: 'edited', title: 'As published' });
    const { _id: id } = JSON.parse(published.body);
    const edit = { key: 'edit', title: 'As edited', edits: await versionOf(server.origin, id) };
    expect((await publishUnderKey(server.origin, writer, edit)).status).toBe(200);
    const load = startLoad({ origin: server.origin, writer, clients: 8 });
    await expect.poll(() => load.tally.acknowledged.length).toBeGreaterThan(50);
    const before = [...load.tally.acknowledged];
    expect(await command('backup', [backup], { DATA_DIR: testDatabase.dataDir })).toMatchObject({ code: 0 });
    const { acknowledged, answers } = await load.stop();
    expect([...answers.keys()]).toEqual([201]);

    using copy = new DatabaseSync(backup, { readOnly: true });
    const rows = copy.prepare('select title from posts').all();
    const titles = new Set(rows.map(({ title }) => title));
    expect(before.filter(({ title }) => !titles.has(title))).toEqual([]);
    // The backup is a snapshot of one moment: every idempotency key has its post, and every post its key.
    const { lone } =
      copy
        .prepare(
          'select count(*) as lone from idempotency_keys full join posts on post_id = posts.id where post_id is null or posts.id is null',
        )
        .get() ?? {};
    expect(lone).toBe(0);
    const known = acknowledged.filter(({ title }) => titles.has(title));
    return { ...writer, id, press: known[0], count: titles.size };
  })();

  const restored = path.join(other.folder, 'restored');
  const { code, said } = await command('restore', [backup], { DATA_DIR: restored });
  expect([code, said]).toEqual([0, expect.stringContaining(`${writer.count} posts by 1 users, 1 images`)]);
  await using again = await serveHere({ dataDir: restored });
  const get = (path: string) => fetch(again.origin + path, { headers: writer.bearer });
  expect((await get(callPaths.profile)).status).toBe(200);
  const versions = await (await get(callPaths.versions(writer.id))).json();
  expect(versions).toMatchObject([{ title: 'As edited' }, { title: 'As published' }]);
  expect(await download(again.origin, image.name)).toEqual(image.bytes);
  if (!writer.press) throw new Error('nothing was in the backup');
  expect((await publishUnderKey(again.origin, writer, writer.press)).status).toBe(200);
  expect((await publishUnderKey(again.origin, writer, { key: 'new', title: 'new' })).status).toBe(201);
});

test('failed backups and restores overwrite no file and leave no partial file', async ({ testDatabase, server }) => {
  await registerWriter(server.origin);
  await using other = await temporaryFolder();
  const precious = path.join(other.folder, 'precious.db');
  await writeFile(precious, 'precious');
  const taken = await command('backup', [precious], { DATA_DIR: testDatabase.dataDir });
  expect([taken.code, taken.said]).toEqual([1, expect.stringContaining('exists already')]);
  expect(await readFile(precious, 'utf8')).toBe('precious');

  const backup = path.join(other.folder, 'backup.db');
  await command('backup', [backup], { DATA_DIR: testDatabase.dataDir });
  const inUse = await command('restore', [backup], { DATA_DIR: testDatabase.dataDir });
  expect([inUse.code, inUse.said]).toEqual([1, expect.stringContaining('exists already')]);
  const nowhere = await command('backup', [path.join(other.folder, 'no/such/folder.db')], {
    DATA_DIR: testDatabase.dataDir,
  });
  expect(nowhere.code).toBe(1);
  const unmade = await command('restore', [backup], { DATA_DIR: '/dev/null/folder' });
  expect([unmade.code, unmade.said]).toEqual([1, expect.stringMatching(/^DATA_DIR can't be created: .*$/)]);
  expect((await readdir(other.folder)).toSorted()).toEqual(['backup.db', 'precious.db']);
});

test('backup, restore and export resolve file names in the folder where npm ran', async ({ testDatabase, server }) => {
  await registerWriter(server.origin);
  await using operators = await temporaryFolder();
  // npm sets `INIT_CWD` to the folder in which the operator called npm.
  const standing = { INIT_CWD: operators.folder };
  const whole = path.join(operators.folder, 'mine.db');
  const taken = await command('backup', ['mine.db'], { DATA_DIR: testDatabase.dataDir, ...standing });
  expect([taken.code, taken.said]).toEqual([0, expect.stringContaining(`${whole} is a complete backup`)]);
  const DATA_DIR = path.join(operators.folder, 'restored');
  expect(await command('restore', ['mine.db'], { DATA_DIR, ...standing })).toMatchObject({ code: 0 });
  const exported = ['export', 'ada@example.com', '--to', 'hers.zip'];
  const told = await command('user', exported, { DATA_DIR, ...standing });
  expect([told.code, told.said]).toEqual([0, expect.stringContaining(path.join(operators.folder, 'hers.zip'))]);
  expect((await readdir(operators.folder)).toSorted()).toEqual(['hers.zip', 'mine.db', 'restored']);
});

test('restore refuses a backup of a newer version, and a missing or invalid file', async ({ testDatabase, server }) => {
  const writer = await registerWriter(server.origin);
  for (let number = 0; number < 40; number++) {
    await publishUnderKey(server.origin, writer, { key: `${number}`, title: `${number} `.repeat(90) });
  }
  await using other = await temporaryFolder();
  const fileNamed = (name: string) => path.join(other.folder, name);
  const dataDir = fileNamed('empty');
  await mkdir(dataDir);
  const makeBackup = async (name: string, spoil: (file: string) => Promise<void> | void) => {
    await command('backup', [fileNamed(name)], { DATA_DIR: testDatabase.dataDir });
    await spoil(fileNamed(name));
  };
  await makeBackup('cut.db', (file) => truncate(file, 5 * 4096));
  await makeBackup('newer.db', (file) => {
    using database = new DatabaseSync(file);
    database.exec(`insert into migrations values ('999 of tomorrow', '')`);
  });
  await writeFile(fileNamed('text.db'), 'not a database '.repeat(1000));
  new DatabaseSync(fileNamed('foreign.db')).exec('create table notes (text)');
  const refusals: [string, RegExp][] = [
    ['cut.db', /malformed|damaged/],
    ['newer.db', /newer Storyline.*999 of tomorrow/],
    ['text.db', /not a database/],
    ['foreign.db', /no such table/],
    ['missing.db', /there is no database/],
  ];
  for (const [name, says] of refusals) {
    const { code, said } = await command('restore', [fileNamed(name)], { DATA_DIR: dataDir });
    expect(code, name).toBe(1);
    expect(said).toMatch(says);
    expect(said.split('\n')).toHaveLength(1);
  }
  expect(await readdir(dataDir)).toEqual([]);
});
