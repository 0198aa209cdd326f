import { cp, readFile } from 'node:fs/promises';
import path from 'node:path';
import { inject } from 'vitest';
import { temporaryFolder } from './stores.ts';

const root = path.resolve(import.meta.dirname, '../../..');

type LockFile = { packages: Record<string, { dev?: boolean; devOptional?: boolean; optional?: boolean }> };

/** Copies the project outside the repository, as it is on a server after `npm ci --omit=dev`. */
export async function openProductionFolder({ built }: { built: boolean }) {
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
