import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { isBuildFresh } from './freshness.ts';

const root = path.resolve(import.meta.dirname, '../..');

if (!isBuildFresh()) {
  const { status } = spawnSync('npm run build', { cwd: root, shell: true, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
// In this process, so that a signal to `npm start` reaches the server.
await import(pathToFileURL(path.join(root, 'dist/server/main.js')).href);
