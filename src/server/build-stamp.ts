import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

const sources = ['src/**', 'public/**', 'index.html', 'vite.config.ts', 'package*.json', '.env*'];
const stampFile = path.join(root, 'dist/build.json');
const built = ['dist/client/index.html', 'dist/client.manifest.json', 'dist/server/main.js'];

/** Stamps a complete build. An interrupted build has no stamp, and so is built again. */
export function stampBuild(): void {
  writeFileSync(stampFile, currentStamp());
}

/** Whether `dist` was built from these sources, for this VITE_API_HOST, VITE_WORKER and VITE_SITE. */
export function isBuildFresh(): boolean {
  return isBuildComplete() && readFileSync(stampFile, 'utf8') === currentStamp();
}

/** Whether `dist` has a complete build, of these sources or others. */
export function isBuildComplete(): boolean {
  return [stampFile, ...built.map((name) => path.join(root, name))].every(existsSync);
}

/** Whether the packages for building are installed: an operator may have left them out (`--omit=dev`). */
export function canBuild(): boolean {
  return existsSync(path.join(root, 'node_modules/vite/package.json'));
}

/**
 * Returns the inputs of a build: environment variables, and a digest of the sources' names and contents. Copies of the
 * sources have the same digest.
 */
function currentStamp(): string {
  const { VITE_API_HOST: host = '', VITE_WORKER: worker = '', VITE_SITE: site = '' } = process.env;
  return JSON.stringify({ host, worker, site, sources: digestOfSources() });
}

function digestOfSources(): string {
  const digest = createHash('sha256');
  for (const name of globSync(sources, { cwd: root }).toSorted()) {
    const file = path.join(root, name);
    if (statSync(file).isFile()) digest.update(`${name}\n`).update(readFileSync(file));
  }
  return digest.digest('hex');
}
