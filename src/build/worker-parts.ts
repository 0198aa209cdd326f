import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';

/**
 * The worker's code in parts, built apart from the app. An update fetches only those that have changed: `worker.js`
 * itself (src/worker/start.ts) changes with every build, as it lists the files, and imports them by names with hashes.
 */
const groups: Rolldown.CodeSplittingGroup[] = [
  { name: 'libraries', test: /node_modules\// },
  { name: 'data', test: /src\/(?:contract\/|data\/(?!outbox\/|edits\/))/ },
  { name: 'outbox', test: /src\/data\// },
];

const entry = fileURLToPath(new URL('../worker/index.ts', import.meta.url));

export function workerParts(mode: string): Plugin {
  return {
    name: 'worker-parts',
    apply: ({ build: options }, { command }) => command === 'build' && !options?.ssr,
    async generateBundle() {
      const output: Rolldown.OutputOptions = {
        format: 'cjs',
        // By these names the worker knows its parts (src/worker/part-names.ts).
        entryFileNames: 'assets/worker-main-[hash].js',
        chunkFileNames: 'assets/worker-[name]-[hash].js',
        codeSplitting: { groups },
      };
      const options = { input: { worker: entry }, output };
      const built = (await build({
        configFile: false,
        mode,
        logLevel: 'error',
        publicDir: false,
        build: { write: false, modulePreload: false, rolldownOptions: options },
      })) as Rolldown.RolldownOutput;
      for (const part of built.output) {
        if (part.type !== 'chunk') throw new Error(`The worker cannot import ${part.fileName}.`);
        this.emitFile({ type: 'asset', fileName: part.fileName, source: asPart(part) });
      }
    },
  };
}

/** Wrapped, as what classic scripts declare is shared by all of them. */
function asPart({ code }: Rolldown.OutputChunk): string {
  return `self.part=(exports,require)=>{${code}};`;
}
