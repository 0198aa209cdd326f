import { rm } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'vite';
import { writeClientBuild } from './client-folder.ts';

const root = path.resolve(import.meta.dirname, '../../..');

/** Builds the server for production, and writes a stub of the client beside it. */
export async function buildServer(): Promise<{ main: string; remove(): Promise<void> }> {
  // Node finds the server's packages only if the folder is inside the repository.
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
