import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { zstdDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { temporaryFolder } from './support/stores.ts';

const run = promisify(execFile);
const step = path.resolve(import.meta.dirname, '../../src/server/compress-against-earlier.ts');

/** Where an operator builds one version after the other. */
async function openBuilds() {
  const { folder, ...temporary } = await temporaryFolder();
  const clientDir = path.join(folder, 'client');
  const assets = path.join(clientDir, 'assets');
  /** Builds these scripts and styles, and nothing else. @returns the deltas */
  async function build(files: Record<string, string>): Promise<string[]> {
    await rm(clientDir, { recursive: true, force: true });
    await mkdir(assets, { recursive: true });
    for (const [name, text] of Object.entries(files)) await writeFile(path.join(assets, name), text);
    await run(process.execPath, [step, clientDir]);
    return (await readdir(assets)).filter((name) => name.endsWith('.dcz')).sort();
  }
  const earlier = async () => (await readdir(`${clientDir}.earlier`)).sort();
  return { assets, build, earlier, ...temporary };
}

const textOf = (version: number) => `${'const words = [];\n'.repeat(200)}console.log(${version});\n`;
const digestOf = (text: string) => createHash('sha256').update(text).digest();

test('A changed script is compressed with each earlier version, and can be read with that one', async () => {
  await using builds = await openBuilds();
  expect(await builds.build({ 'app-AAAAAAAA.js': textOf(1), 'app-AAAAAAAA.css': 'a{}' })).toEqual([]);
  await builds.build({ 'app-BBBBBBBB.js': textOf(2), 'app-AAAAAAAA.css': 'a{}' });
  const deltas = await builds.build({ 'app-CCCCCCCC.js': textOf(3), 'app-AAAAAAAA.css': 'a{}' });
  const digests = [textOf(1), textOf(2)].map((text) => digestOf(text).toString('base64url'));
  expect(deltas).toEqual(digests.map((digest) => `app-CCCCCCCC.js.${digest}.dcz`).sort());

  const delta = await readFile(path.join(builds.assets, `app-CCCCCCCC.js.${digests[0]}.dcz`));
  expect(delta.subarray(0, 8)).toEqual(Buffer.from([0x5e, 0x2a, 0x4d, 0x18, 0x20, 0, 0, 0]));
  expect(delta.subarray(8, 40)).toEqual(digestOf(textOf(1)));
  const dictionary = Buffer.from(textOf(1));
  expect(zstdDecompressSync(delta.subarray(40), { dictionary }).toString()).toBe(textOf(3));
  expect(delta.length).toBeLessThan(120);
});

test('A build that changed nothing has no deltas', async () => {
  await using builds = await openBuilds();
  await builds.build({ 'app-AAAAAAAA.js': textOf(1) });
  expect(await builds.build({ 'app-AAAAAAAA.js': textOf(1) })).toEqual([]);
});

test('A file that has nothing of its earlier version is left whole', async () => {
  await using builds = await openBuilds();
  await builds.build({ 'app-AAAAAAAA.js': textOf(1) });
  expect(await builds.build({ 'app-BBBBBBBB.js': 'a' })).toEqual([]);
});

test('Five versions of each file are stored, and none of a file that is gone', async () => {
  await using builds = await openBuilds();
  const names = ['A', 'B', 'C', 'D', 'E', 'F', 'G'].map((letter) => `app-${letter.repeat(8)}.js`);
  for (const [at, name] of names.entries()) {
    await builds.build({ [name]: textOf(at), ...(at < 3 && { 'gone-AAAAAAAA.js': 'a' }) });
  }
  expect(await builds.earlier()).toEqual(names.slice(-5));
});
