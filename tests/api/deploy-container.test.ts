// @module-tag exhaustive: tests the image that operators build
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { serve } from './support/server-process.ts';
import { openSqliteDatabase } from './support/stores.ts';

const root = path.resolve(import.meta.dirname, '../..');
const containerfile = readFileSync(path.join(root, 'src/server/deploy/Containerfile'), 'utf8');

test('the Containerfile copies every file that a build needs', () => {
  const [, building = ''] = containerfile.split(/^FROM /m);
  const copied = [...building.matchAll(/^COPY (.+) \S+$/gm)].flatMap(([, names = '']) => names.split(' '));
  const files = ['index.html', 'package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts'];
  expect(copied.toSorted()).toEqual([...files, 'public', 'src'].toSorted());
  const imported = readFileSync(path.join(root, 'vite.config.ts'), 'utf8').matchAll(/from '\.\/(\w+)/g);
  expect(new Set([...imported].map(([, folder]) => folder))).toEqual(new Set(['src']));
});

test("the container's health check succeeds only if the server answers", async () => {
  const [program, ...args]: string[] = JSON.parse(/HEALTHCHECK[^[]*(\[.*\])$/m.exec(containerfile)?.[1] ?? '');
  expect(program).toBe('node');
  await using testDatabase = await openSqliteDatabase();
  await using server = await serve(testDatabase);
  const { port } = new URL(server.origin);
  const check = (PORT: string) => promisify(execFile)(process.execPath, args, { env: { PORT } });
  await check(port);
  await expect(check('1')).rejects.toThrow();
});
