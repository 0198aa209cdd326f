import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { loadEnv, type Plugin, type Rolldown } from 'vite';
import { VitePWA, type VitePWAOptions } from 'vite-plugin-pwa';
import { defineConfig } from 'vitest/config';
import { manifest } from './src/app/manifest.ts';
import { product } from './src/contract/product.ts';
import { apiBehindDevServer } from './src/server/dev.ts';

/** Words and colours that index.html needs come from the one place that has them. */
const productInPage = {
  name: 'product-in-page',
  transformIndexHtml: (html: string) =>
    html
      .replaceAll('%NAME%', product.name)
      .replaceAll('%DESCRIPTION%', product.description)
      .replaceAll('%PAPER_LIGHT%', product.paper.light)
      .replaceAll('%PAPER_DARK%', product.paper.dark),
};

/** A page that was not rendered makes its first call as soon as the app runs: the calls' code comes along with it. */
const callsWithPage: Plugin = {
  name: 'calls-with-page',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle }) {
      const chunks = Object.values(bundle ?? {}).filter((file) => file.type === 'chunk');
      const isCalls = (id: string | null) => id?.endsWith('/src/data/api/blog.ts') ?? false;
      // Shared with another chunk, the calls are in one chunk, and in another that only says so and is what is asked for.
      const calls = chunks.filter(
        ({ facadeModuleId, moduleIds }) => isCalls(facadeModuleId) || moduleIds.some(isCalls),
      );
      const files = new Set(calls.flatMap(({ fileName, imports }) => [fileName, ...imports]));
      return [...files]
        .filter((file) => !html.includes(file))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
          injectTo: 'head' as const,
        }));
    },
  },
};

/**
 * What every page begins with comes in one file: what it shares with a later part would otherwise be split off, into ever
 * more small files that compress badly and are asked for one by one.
 */
function firstFile(id: string, build: Rolldown.ChunkingContext): string | null {
  const importersOf = (module: string) => build.getModuleInfo(module)?.importers ?? [];
  const isEntry = (module: string) => build.getModuleInfo(module)?.isEntry ?? false;
  const isFirst = (module: string, seen = new Set<string>()): boolean => {
    if (isEntry(module)) return true;
    if (seen.has(module)) return false;
    seen.add(module);
    return importersOf(module).some((importer) => isFirst(importer, seen));
  };
  // What the page itself names stays out of it, or Vite would put the bundler's runtime, too, into the page as a script.
  const isNamedByPage = isEntry(id) || importersOf(id).some(isEntry);
  return isFirst(id) && !isNamedByPage ? 'app' : null;
}

/** The service worker, or the one that removes it from every device where it is: the way out. */
function workerOf(mode: string): Partial<VitePWAOptions> {
  const isLeaving = loadEnv(mode, import.meta.dirname, 'VITE_').VITE_WORKER === 'off';
  const source = isLeaving ? 'src/worker/leaving.ts' : 'src/worker/index.ts';
  return {
    strategies: 'injectManifest',
    filename: 'worker.js',
    // The plugin names the built file after its source; ours has another name, and is served as the worker.
    integration: {
      beforeBuildServiceWorker: (options) => {
        options.swSrc = fileURLToPath(new URL(source, import.meta.url));
        if (isLeaving) options.injectManifest.injectionPoint = '';
      },
    },
    injectManifest: {
      globPatterns: ['**/*.{html,js,css,svg,webp,png,webmanifest}'],
      globIgnores: ['samples/**', 'screenshots/**', 'icons/*.png'],
    },
  };
}

export default defineConfig(({ isSsrBuild, mode }) => ({
  plugins: [
    react(),
    apiBehindDevServer(),
    productInPage,
    callsWithPage,
    !isSsrBuild &&
      VitePWA({
        ...workerOf(mode),
        injectRegister: false,
        manifest,
        includeManifestIcons: false,
      }),
  ],
  build: isSsrBuild
    ? { outDir: 'dist/server', copyPublicDir: false }
    : {
        outDir: 'dist/client',
        manifest: true,
        rolldownOptions: { output: { codeSplitting: { groups: [{ name: firstFile, debugName: 'app' }] } } },
      },
  test: {
    projects: [
      { extends: true, test: { name: 'unit', include: ['tests/unit/**/*.test.{ts,tsx}'], environment: 'jsdom' } },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['tests/api/**/*.test.ts'],
          globalSetup: 'tests/api/global-setup.ts',
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['tests/browser/**/*.test.ts'],
          globalSetup: 'tests/browser/global-setup.ts',
          // For each there is a client with the port of its foreign backend built in (global-setup.ts). They mostly wait.
          maxWorkers: 2,
          testTimeout: 60_000,
          // A real browser on a busy machine misses a beat now and then; what fails twice is broken.
          retry: 1,
          expect: { poll: { timeout: 10_000 } },
        },
      },
    ],
  },
}));
