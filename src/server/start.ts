import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { canBuild, isBuildComplete, isBuildFresh } from './build-stamp.ts';

const root = path.resolve(import.meta.dirname, '../..');

if (!isBuildFresh()) {
  if (canBuild()) build();
  else if (isBuildComplete())
    console.error('The build was made from other sources than those here; starting it anyway.');
  else giveUp();
}
// Imported, not spawned, so that a signal to `npm start` reaches the server.
await import(pathToFileURL(path.join(root, 'dist/server/main.js')).href);

function build(): void {
  const { status } = spawnSync('npm run build', { cwd: root, shell: true, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

function giveUp(): never {
  console.error(
    "Storyline can't start: it isn't built, and the build tools were left out (--omit=dev). " +
      'Run `npm ci && npm run build && npm prune --omit=dev`, or copy `dist` from where it was built.',
  );
  process.exit(1);
}
