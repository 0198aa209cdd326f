import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';

/**
 * Scripts that help a page whose app does not start, built apart from the app. The page loads the first, which loads
 * the second on demand.
 */
const scripts = [
  { fileName: 'start.js', source: 'start-check.ts', format: 'iife' },
  { fileName: 'start-recovery.js', source: 'start-recovery.ts', format: 'es' },
] as const;

export const recoveryScripts: Plugin = {
  name: 'start-scripts',
  apply: ({ build: options }, { command }) => command === 'build' && !options?.ssr,
  async generateBundle() {
    for (const { fileName, source, format } of scripts) {
      const input = fileURLToPath(new URL(`../app/${source}`, import.meta.url));
      const built = (await build({
        configFile: false,
        logLevel: 'error',
        publicDir: false,
        build: {
          write: false,
          modulePreload: false,
          rolldownOptions: { input, preserveEntrySignatures: 'strict', output: { format, entryFileNames: fileName } },
        },
      })) as Rolldown.RolldownOutput;
      this.emitFile({ type: 'asset', fileName, source: built.output[0].code });
    }
  },
  transformIndexHtml: () => [{ tag: 'script', attrs: { async: true, src: '/start.js' }, injectTo: 'body' }],
};
