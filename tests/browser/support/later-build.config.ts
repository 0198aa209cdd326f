import { defineConfig, mergeConfig, type Plugin } from 'vite';
import config from '../../../vite.config.ts';

/** The next build of the app: every part differs from the last one's, and the page says which build it is. */
const later: Plugin = {
  name: 'later',
  transform: (code, id) => (/\/src\/.*\.tsx?$/.test(id) ? `${code}\nglobalThis.build = 'later';` : undefined),
};

export default defineConfig((env) => mergeConfig(config(env), { plugins: [later] }));
