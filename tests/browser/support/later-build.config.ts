import { defineConfig, mergeConfig, type Plugin } from 'vite';
import config from '../../../vite.config.ts';

/**
 * Changes every module of the app, so that this build differs from the first. Pages of this build set
 * `globalThis.build`.
 */
const later: Plugin = {
  name: 'later',
  transform: (code, id) => (/\/src\/.*\.tsx?$/.test(id) ? `${code}\nglobalThis.build = 'later';` : undefined),
};

export default defineConfig((env) => mergeConfig(config(env), { plugins: [later] }));
