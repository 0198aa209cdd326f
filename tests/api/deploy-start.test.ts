// @module-tag exhaustive: starts servers as operators do, on copies of the project
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { cp, mkdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, inject, test } from 'vitest';
import { callPaths } from '../../src/contract/paths.ts';
import { ownGroup } from '../browser/support/process-group.ts';
import { onPath } from '../browser/support/programs.ts';
import { runMark } from '../left-processes.ts';
import { originOf } from './support/server-process.ts';
import { temporaryFolder } from './support/stores.ts';

const root = path.resolve(import.meta.dirname, '../..');

const { scripts, engines }: { scripts: Record<string, string>; engines: { node: string } } = JSON.parse(
  readFileSync(path.join(root, 'package.json'), 'utf8'),
);

/** The npm scripts that operators run: all that start a TypeScript file of the server, except `build`. */
const operatorScripts = Object.entries(scripts).filter(
  ([name, command]) => name !== 'build' && /\bsrc\/server\/[\w/-]+\.ts\b/.test(command),
);

/** An installed Node.js that is too old, such as Debian's. A test that needs it is skipped if there is none. */
const olderNode = onPath('node').find((node) => {
  const version = execFileSync(node, ['--version'], { encoding: 'utf8' });
  return Number(/^v(\d+)/.exec(version)?.[1]) < 22;
});

type Ended = { code: number; said: string };

function run(program: string, args: string[], cwd: string): Promise<Ended> {
  const { promise, resolve } = Promise.withResolvers<Ended>();
  execFile(program, args, { cwd, env: { PATH: process.env.PATH } }, (error, stdout, stderr) => {
    resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, said: `${stdout}${stderr}`.trim() });
  });
  return promise;
}

/** Runs `npm start` in this folder with the Node.js that runs the tests. */
function startByNpm(cwd: string): ChildProcess & AsyncDisposable {
  const environment = {
    PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env.PATH}`,
    [runMark]: process.env[runMark],
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: path.join(cwd, 'data'),
  };
  // Starts npm in its own process group, which gets signals as a whole: npm does not always forward them.
  const child = spawn('npm', ['--silent', 'start'], { cwd, env: environment, detached: true });
  const group = ownGroup(child);
  return Object.assign(child, { [Symbol.asyncDispose]: () => group.kill() });
}

type LockFile = { packages: Record<string, { dev?: boolean; devOptional?: boolean; optional?: boolean }> };

/** Copies the project outside the repository, as it is on a server after `npm ci --omit=dev`. */
async function openProductionFolder({ built }: { built: boolean }) {
  const { folder, ...temporary } = await temporaryFolder();
  const copied = ['package.json', 'package-lock.json', 'src', ...(await productionPackages())];
  for (const name of copied) await cp(path.join(root, name), path.join(folder, name), { recursive: true });
  if (built) {
    const build = path.dirname(path.dirname(inject('serverMain')));
    await cp(build, path.join(folder, 'dist'), { recursive: true });
  }
  return { folder, ...temporary };
}

/** Returns the folders of all packages except development and optional ones. */
async function productionPackages(): Promise<string[]> {
  const { packages }: LockFile = JSON.parse(await readFile(path.join(root, 'package-lock.json'), 'utf8'));
  return Object.entries(packages)
    .filter(([name, { dev, devOptional, optional }]) => name !== '' && !dev && !devOptional && !optional)
    .map(([name]) => name);
}

test('each npm script for operators begins by checking the version of Node.js', () => {
  expect(operatorScripts.map(([name]) => name)).toEqual(
    expect.arrayContaining(['start', 'seed', 'backup', 'restore', 'move']),
  );
  for (const [name, command] of operatorScripts) {
    expect([name, command]).toEqual([name, expect.stringMatching(/^node -r \.\/src\/server\/node-version\.cjs /)]);
  }
});

test('node-version.cjs names the required version in one line under an older Node.js', async () => {
  await using temporary = await temporaryFolder();
  const pretence = path.join(temporary.folder, 'version.cjs');
  const versionOf = async (version: string) => {
    await writeFile(
      pretence,
      `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });`,
    );
    return run(process.execPath, ['-r', pretence, '-r', './src/server/node-version.cjs', '-e', ''], root);
  };
  const needed = engines.node.replace('>=', '');
  expect(needed).toMatch(/^\d+\.\d+$/);
  const [major = 0, minor = 0] = needed.split('.').map(Number);
  for (const older of [`${major - 1}.99.0`, `${major}.${minor - 1}.9`, '20.19.0', '9.0.0']) {
    const { code, said } = await versionOf(older);
    expect([older, code, said]).toEqual([older, 1, expect.stringContaining(`needs Node.js ${needed} or newer`)]);
    expect(said).toContain(older);
    expect(said.split('\n')).toHaveLength(1);
  }
  for (const enough of [`${needed}.0`, `${major}.${minor + 3}.0`, `${major + 1}.0.0`]) {
    expect([enough, await versionOf(enough)]).toEqual([enough, { code: 0, said: '' }]);
  }
});

test.skipIf(!olderNode)('the built server names the required version under an older Node.js', async () => {
  const { code, said } = await run(olderNode ?? '', [inject('serverMain')], root);
  expect([code, said]).toEqual([1, expect.stringMatching(/^Storyline needs Node\.js .*$/)]);
});

test('`npm start` serves a copied build with only production packages installed', async () => {
  await using production = await openProductionFolder({ built: true });
  const { folder } = production;
  expect(await run(process.execPath, ['src/server/write-build-stamp.ts'], folder)).toEqual({ code: 0, said: '' });
  // Gives a source file a later timestamp than the build, as copying may do.
  await utimes(path.join(folder, 'src/server/start.ts'), new Date(), new Date());
  await using server = startByNpm(folder);
  const said = server.stderr ? text(server.stderr) : '';
  const origin = await originOf(server);
  expect((await fetch(`${origin}/healthz`)).status).toBe(200);
  expect(await (await fetch(origin + callPaths.posts)).json()).not.toEqual([]);
  expect((await fetch(`${origin}/home`)).headers.get('Content-Type')).toBe('text/html; charset=utf-8');
  if (server.pid) process.kill(-server.pid, 'SIGTERM');
  expect(await said).toBe('');
});

test('`npm start` warns if the copied build was made from other sources', async () => {
  await using production = await openProductionFolder({ built: true });
  const { folder } = production;
  await run(process.execPath, ['src/server/write-build-stamp.ts'], folder);
  await mkdir(path.join(folder, 'public'));
  await writeFile(path.join(folder, 'public/new.txt'), 'new');
  await using server = startByNpm(folder);
  const said = server.stderr ? text(server.stderr) : '';
  await originOf(server);
  if (server.pid) process.kill(-server.pid, 'SIGTERM');
  expect(await said).toBe('The build was made from other sources than those here; starting it anyway.\n');
});

test('`npm start` explains how to build if there is no build and no build tools', async () => {
  await using production = await openProductionFolder({ built: false });
  for (const half of ['nothing', 'a build that was broken off']) {
    if (half !== 'nothing') await mkdir(path.join(production.folder, 'dist/server'), { recursive: true });
    await using server = startByNpm(production.folder);
    const said = server.stderr ? await text(server.stderr) : '';
    if (server.exitCode === null) await once(server, 'exit');
    expect([half, server.exitCode, said]).toEqual([half, 1, expect.stringContaining('npm ci && npm run build')]);
    expect(said.trim().split('\n')).toHaveLength(1);
  }
  await rm(path.join(production.folder, 'dist'), { recursive: true });
});
