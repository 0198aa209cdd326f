import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

/** A folder's own time tells of a file that has gone. */
const sources = ['src', 'src/**', 'public', 'public/**', 'index.html', 'vite.config.ts', 'package*.json', '.env*'];
const stampFile = path.join(root, 'dist/build.json');
const built = ['dist/client/index.html', 'dist/server/main.js'];

/** What a build depends on besides its sources. */
type Stamp = { host: string; worker: string; newestSource: number };

/** Called when a build is complete: a build that was broken off has no stamp, and is made again. */
export function stampBuild(): void {
  writeFileSync(stampFile, JSON.stringify(currentStamp()));
}

/** Whether what lies in `dist` was made of these sources, for this backend host and with this worker. */
export function isBuildFresh(): boolean {
  if (![stampFile, ...built.map((name) => path.join(root, name))].every(existsSync)) return false;
  return readFileSync(stampFile, 'utf8') === JSON.stringify(currentStamp());
}

function currentStamp(): Stamp {
  const times = globSync(sources, { cwd: root }).map((name) => statSync(path.join(root, name)).mtimeMs);
  const { VITE_API_HOST: host = '', VITE_WORKER: worker = '' } = process.env;
  return { host, worker, newestSource: Math.max(...times) };
}
