import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'vite';

const root = path.resolve(import.meta.dirname, '../..');

/** The server as it is run: built, beside an app of one page. */
export async function buildServer(): Promise<{ main: string; remove(): Promise<void> }> {
  // Inside the repository, or it would find none of its packages.
  const folder = path.join(root, 'reports', `server-${process.pid}-${Date.now()}`);
  await build({
    root,
    configFile: path.join(root, 'vite.config.ts'),
    logLevel: 'error',
    build: { ssr: 'src/server/main.ts', outDir: path.join(folder, 'server') },
  });
  await mkdir(path.join(folder, 'client/.vite'), { recursive: true });
  await writeFile(path.join(folder, 'client/.vite/manifest.json'), '{}');
  const page = '<!doctype html><html><head></head><body><div id="root"></div></body></html>';
  await writeFile(path.join(folder, 'client/index.html'), page);
  return { main: path.join(folder, 'server/main.js'), remove: () => rm(folder, { recursive: true }) };
}
