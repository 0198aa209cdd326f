import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inject } from 'vitest';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');

interface Build {
  /** Path of the Vite config, relative to the repository. */
  config?: string;
  /** `off` builds the kill-switch worker. */
  worker?: string;
  /** Path of the file with the site's settings. */
  site?: string;
}

/**
 * Builds the production client into a folder. `apiHost` is the backend's origin, or '' if app and backend share one.
 */
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

/** Returns the folder of a later build, in which all of the app's code differs. */
export const laterClient = (): string => inject('laterClient');
