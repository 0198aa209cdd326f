import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';

/**
 * Builds two scripts that help if the app does not start. `start-check.ts` is inlined into the page and needs no
 * request. It loads `start-recovery.js` on demand.
 */
export const recoveryScripts: Plugin = {
  name: 'start-scripts',
  apply: ({ build: options }, { command }) => command === 'build' && !options?.ssr,
  async generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'start-recovery.js', source: await codeOf('start-recovery.ts', 'es') });
  },
  transformIndexHtml: {
    // Runs after the plugins that read the scripts in the page's source.
    order: 'post',
    handler: async () => [{ tag: 'script', children: await codeOf('start-check.ts', 'iife'), injectTo: 'body' }],
  },
};

/** Builds a script, and returns its code. `source` is its name in `src/app`. */
async function codeOf(source: string, format: 'iife' | 'es'): Promise<string> {
  const input = fileURLToPath(new URL(`../app/${source}`, import.meta.url));
  const built = (await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input, preserveEntrySignatures: 'strict', output: { format } },
    },
  })) as Rolldown.RolldownOutput;
  return built.output[0].code.trim();
}
