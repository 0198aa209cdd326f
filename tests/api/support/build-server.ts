import { rm } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'vite';
import { writeClientBuild } from './client-folder.ts';

const root = path.resolve(import.meta.dirname, '../../..');

/** The server as it is run: built, beside a client that does nothing. */
export async function buildServer(): Promise<{ main: string; remove(): Promise<void> }> {
  // Inside the repository, or it would find none of its packages.
  const folder = path.join(root, 'reports', `server-${process.pid}-${Date.now()}`);
  await build({
    root,
    configFile: path.join(root, 'vite.config.ts'),
    logLevel: 'error',
    build: { ssr: true, outDir: path.join(folder, 'server') },
  });
  await writeClientBuild(path.join(folder, 'client'));
  return { main: path.join(folder, 'server/main.js'), remove: () => rm(folder, { recursive: true }) };
}
