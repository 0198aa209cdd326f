import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inject } from 'vitest';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');

interface Build {
  /** Instead of the app's own; relative to the repository. */
  config?: string;
  /** `off` for the way out. */
  worker?: string;
  /** The file of the site's settings. */
  site?: string;
}

/** The production client, built into a folder; `apiHost` is its backend's origin, and '' the origin that serves it. */
export async function buildClient(
  folder: string,
  apiHost: string,
  { config = 'vite.config.ts', worker = '', site = '' }: Build = {},
): Promise<void> {
  await run(join(root, 'node_modules/.bin/vite'), ['build', '--config', config, '--outDir', folder, '--emptyOutDir'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', VITE_API_HOST: apiHost, VITE_WORKER: worker, VITE_SITE: site },
  });
}

/** Folder of the build after the first one, in which every part is another. */
export const laterClient = (): string => inject('laterClient');
