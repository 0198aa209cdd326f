import { defineConfig, mergeConfig, type Plugin } from 'vite';
import config from '../../../vite.config.ts';

/** Makes the app's next build: every file differs from the current build's, and the page names its build. */
const later: Plugin = {
  name: 'later',
  transform: (code, id) => (/\/src\/.*\.tsx?$/.test(id) ? `${code}\nglobalThis.build = 'later';` : undefined),
};

export default defineConfig((env) => mergeConfig(config(env), { plugins: [later] }));
