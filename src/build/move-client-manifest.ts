import { renameSync, rmdirSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { clientManifestPath } from '../server/pages/client-manifest.ts';

/**
 * Moves Vite's manifest out of the folder that is served: only the server reads it, and a static host would publish it.
 */
export const moveClientManifest: Plugin = {
  name: 'client-manifest',
  apply: (config) => !config.build?.ssr,
  writeBundle: {
    order: 'post',
    sequential: true,
    handler({ dir = '' }) {
      renameSync(path.join(dir, '.vite/manifest.json'), clientManifestPath(dir));
      rmdirSync(path.join(dir, '.vite'));
    },
  },
};
