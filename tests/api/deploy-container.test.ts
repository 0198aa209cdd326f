// @module-tag exhaustive: drives what operators build images with
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { originOf, start } from './support/server-process.ts';
import { openSqliteDatabase } from './support/stores.ts';

const root = path.resolve(import.meta.dirname, '../..');
const { scripts, engines }: { scripts: Record<string, string>; engines: { node: string } } = JSON.parse(
  readFileSync(path.join(root, 'package.json'), 'utf8'),
);

/** The instructions of the Containerfile, each in one line, without comments. */
const instructions = readFileSync(path.join(root, 'src/server/deploy/Containerfile'), 'utf8')
  .replaceAll(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));

const argumentsOf = (instruction: string, stage: string[]): string[] =>
  stage.filter((line) => line.startsWith(`${instruction} `)).map((line) => line.slice(instruction.length + 1));

const secondStage = instructions.findLastIndex((line) => line.startsWith('FROM '));
const building = instructions.slice(0, secondStage);
const running = instructions.slice(secondStage);

/** What a stage copies out of the repository or the stage before: sources, and where to. */
const copies = (stage: string[]) =>
  argumentsOf('COPY', stage).map((line) => {
    const names = line.split(' ').filter((word) => !word.startsWith('--'));
    return { from: names.slice(0, -1), to: names.at(-1) ?? '' };
  });

test('The image copies every file that a build needs, and each exists', () => {
  const copied = copies(building).flatMap(({ from }) => from);
  for (const name of copied) expect([name, existsSync(path.join(root, name))]).toEqual([name, true]);
  const needed = [
    'index.html',
    'package.json',
    'package-lock.json',
    'public',
    'src',
    'tsconfig.json',
    'vite.config.ts',
  ];
  expect(copied.toSorted()).toEqual(needed.toSorted());
  const imported = readFileSync(path.join(root, 'vite.config.ts'), 'utf8').matchAll(/from '\.\/(\w+)/g);
  expect(new Set([...imported].map(([, folder]) => folder))).toEqual(new Set(['src']));
});

test('The image is built with existing scripts, on the required Node.js', () => {
  const commands = argumentsOf('RUN', building).flatMap((line) => line.replace(/^--mount=\S+ /, '').split(' && '));
  expect(commands).toEqual(['npm ci', 'npm run build', 'npm prune --omit=dev']);
  expect(scripts).toHaveProperty('build');
  const major = engines.node.replace('>=', '').split('.')[0];
  const bases = argumentsOf('FROM', instructions).map((line) => line.split(' ')[0]);
  expect(new Set(bases)).toEqual(new Set([`docker.io/library/node:${major}-slim`]));
});

test('The image runs the built server as an ordinary user, with its data in a volume', () => {
  const built = copies(running).map(({ from: [from = ''], to }) => [from.replace('/app/', ''), to]);
  expect(built).toEqual([
    ['package.json', './'],
    ['node_modules', 'node_modules'],
    ['dist', 'dist'],
    ['src', 'src'],
  ]);
  expect(argumentsOf('CMD', running)).toEqual(['["node", "dist/server/main.js"]']);
  expect(argumentsOf('USER', running)).toEqual(['node']);
  const [volume = ''] = argumentsOf('VOLUME', running);
  expect(argumentsOf('ENV', running)[0]?.split(' ')).toContain(`DATA_DIR=${volume}`);
  // Files made as root belong to the user that runs the server.
  expect(argumentsOf('RUN', running)).toEqual([`install -d -o node -g node -m 700 ${volume}`]);
  expect(running.findIndex((line) => line.startsWith('USER'))).toBeGreaterThan(
    running.findIndex((line) => line.startsWith('RUN')),
  );
});

test("The image's health check succeeds only if the server answers", async () => {
  const [, list = ''] = /CMD (\[.*\])$/.exec(argumentsOf('HEALTHCHECK', running)[0] ?? '') ?? [];
  const [program, ...args]: string[] = JSON.parse(list);
  expect(program).toBe('node');
  await using testDatabase = await openSqliteDatabase();
  await using server = start({ PORT: '0', HOST: '127.0.0.1', DATA_DIR: testDatabase.dataDir, SAMPLE_POSTS: '0' });
  const { port } = new URL(await originOf(server));
  const check = (PORT: string) => promisify(execFile)(process.execPath, args, { env: { PORT } });
  await check(port);
  await expect(check('1')).rejects.toThrow();
});
