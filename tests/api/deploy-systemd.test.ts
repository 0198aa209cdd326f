// @module-tag exhaustive: drives systemd, other people's program
import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { expect, inject, test } from 'vitest';
import { stopTimeoutMs } from '../../src/server/connections/close-server.ts';
import { freePort } from '../browser/support/free-port.ts';
import { onPath } from '../browser/support/programs.ts';
import { serveOnHeldSocket } from './support/held-socket.ts';
import { originOf, start } from './support/server-process.ts';
import { openSqliteDatabase, temporaryFolder } from './support/stores.ts';

const deployFolder = path.resolve(import.meta.dirname, '../../src/server/deploy');
const service = readFileSync(path.join(deployFolder, 'storyline@.service'), 'utf8');
const socket = readFileSync(path.join(deployFolder, 'storyline@.socket'), 'utf8');

/** The installed systemd-analyze. Before version 250 it cannot check files that are not installed. */
const analyze = onPath('systemd-analyze').find((program) => {
  const [, version] = /^systemd (\d+)/.exec(execFileSync(program, ['--version'], { encoding: 'utf8' })) ?? [];
  return Number(version) >= 250;
});

/** Returns the values of a setting in a unit, such as `Environment`. */
const settingsOf = (unit: string, name: string): string[] =>
  [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value);

/** Writes both units as they are installed on a server, for port 3000. */
async function openUnits() {
  const { folder, ...temporary } = await temporaryFolder();
  const units = ['storyline@3000.service', 'storyline@3000.socket'].map((name) => path.join(folder, name));
  await writeFile(units[0] ?? '', service);
  await writeFile(units[1] ?? '', socket);
  return { units, ...temporary };
}

test.skipIf(!analyze)('systemd understands every line of the units', async () => {
  await using opened = await openUnits();
  const verified = spawnSync(analyze ?? '', ['verify', '--man=no', ...opened.units], { encoding: 'utf8' });
  const complaints = `${verified.stdout}${verified.stderr}`.split('\n').filter((line) => line.includes('storyline@'));
  expect([verified.status, complaints]).toEqual([0, []]);
});

test.skipIf(!analyze)("systemd-analyze rates the service's security exposure at 2 of 10 or lower", async () => {
  await using opened = await openUnits();
  const args = ['security', '--offline=true', '--threshold=20', '--no-pager', opened.units[0] ?? ''];
  const rated = spawnSync(analyze ?? '', args, { encoding: 'utf8' });
  expect([rated.status, /Overall exposure level.*: ([\d.]+)/.exec(rated.stdout)?.[1]]).toEqual([0, expect.anything()]);
});

test("systemd's stop timeout is longer than the server's own stop timeout", () => {
  expect(Number(settingsOf(service, 'TimeoutStopSec')[0]) * 1_000).toBeGreaterThan(stopTimeoutMs);
});

test("with the systemd unit's settings, the server listens on 127.0.0.1", async () => {
  await using testDatabase = await openSqliteDatabase();
  const port = await freePort();
  const environment = Object.fromEntries(
    settingsOf(service, 'Environment').map((line) => line.replace('%i', `${port}`).split('=')),
  );
  expect(environment).toMatchObject({ DATA_DIR: '/var/lib/storyline', PORT: `${port}`, TRUST_PROXY: '127.0.0.1' });
  expect(settingsOf(service, 'StateDirectory')).toEqual(['storyline']);
  expect(settingsOf(service, 'ExecStart')).toEqual(['/usr/bin/env node dist/server/main.js']);
  expect(environment.PATH).toBe('/opt/storyline/node_modules/.bin:/usr/local/bin:/usr/bin:/bin');
  expect(inject('serverMain')).toMatch(/\/server\/main\.js$/);
  await using server = start({ ...environment, DATA_DIR: testDatabase.dataDir });
  expect(await originOf(server)).toBe(`http://127.0.0.1:${port}`);
});

test('on a socket passed by its parent, a server restarts without a failed request', async () => {
  await using testDatabase = await openSqliteDatabase();
  const port = await freePort();
  await using server = await serveOnHeldSocket(port, { DATA_DIR: testDatabase.dataDir, SAMPLE_POSTS: '0' });
  const health = () => fetch(`http://127.0.0.1:${port}/healthz`, { headers: { Connection: 'close' } });
  expect((await health()).status).toBe(200);
  const restarted = server.restart();
  const answers: Promise<Response>[] = [];
  let isOver = false;
  restarted.then(() => {
    isOver = true;
  });
  while (!isOver) {
    answers.push(health());
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect(answers.length).toBeGreaterThan(1);
  expect(new Set((await Promise.all(answers)).map(({ status }) => status))).toEqual(new Set([200]));
});

test('a server ignores LISTEN_FDS if LISTEN_PID names another process', async () => {
  await using testDatabase = await openSqliteDatabase();
  const port = await freePort();
  const passed = { LISTEN_FDS: '1', LISTEN_PID: '1' };
  await using server = start({ ...passed, PORT: `${port}`, HOST: '127.0.0.1', DATA_DIR: testDatabase.dataDir });
  expect(await originOf(server)).toBe(`http://127.0.0.1:${port}`);
  const client = connect(port, '127.0.0.1');
  await once(client, 'connect');
  client.destroy();
});
