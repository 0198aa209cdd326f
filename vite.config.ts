import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { chunkGroups } from './src/build/chunk-groups.ts';
import { clientOfSite } from './src/build/client-of-site.ts';
import { moveClientManifest } from './src/build/move-client-manifest.ts';
import { packageAliases } from './src/build/package-aliases.ts';
import { preloadApiClient } from './src/build/preload-api-client.ts';
import { productInPage } from './src/build/product-in-page.ts';
import { recoveryScripts } from './src/build/recovery-scripts.ts';
import { routerTreeShaking } from './src/build/router-tree-shaking.ts';
import { staticHostPolicy } from './src/build/static-host-policy.ts';
import { apiBehindDevServer } from './src/server/dev.ts';
import { filesAtATime } from './tests/browser/support/files-at-a-time.ts';
import { scaled } from './tests/test-run.ts';

/** What every page has loaded before it loads anything else need not be named among the files of each screen. */
const loadedLater = (_file: string, files: string[], { hostType }: { hostType: 'html' | 'js' }) =>
  hostType === 'html' ? files : files.filter((file) => !/^assets\/(react|rolldown-runtime)-/.test(file));

export default defineConfig(({ command, isSsrBuild, mode }) => ({
  resolve: { alias: command === 'build' && !isSsrBuild ? packageAliases : [] },
  // The build writes `light-dark()` for older browsers, and the site's colours with it (accent.ts): so does `npm run dev`.
  css: command === 'serve' ? { transformer: 'lightningcss' } : {},
  plugins: [
    react(),
    apiBehindDevServer(),
    productInPage,
    routerTreeShaking,
    preloadApiClient,
    recoveryScripts,
    staticHostPolicy(),
    moveClientManifest,
    !isSsrBuild && clientOfSite(mode),
  ],
  build: isSsrBuild
    ? {
        outDir: 'dist/server',
        copyPublicDir: false,
        rolldownOptions: {
          input: {
            main: 'src/server/main.ts',
            'render-thread': 'src/server/pages/render-thread.ts',
            'post-index-thread': 'src/server/search/post-index-thread.ts',
          },
        },
      }
    : {
        outDir: 'dist/client',
        manifest: true,
        // Every browser that runs the app's modules knows the link.
        modulePreload: { polyfill: false, resolveDependencies: loadedLater },
        rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } },
      },
  test: {
    tags: [
      { name: 'exhaustive', description: 'runs in `npm run test:all` alone: the reason stands beside it' },
      { name: 'postgresql', description: 'needs PostgreSQL: left out of `npm run test:quick`' },
      { name: 'promise', description: 'guards a promise of the product: at a second try it has to pass three times' },
      { name: 'flaky', description: 'fails by chance: left to `npm run test:all` until it is mended' },
    ],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          // Vitest leaves one core alone: of two it would use one.
          maxWorkers: '100%',
          // Screens are imported within the tests, which takes seconds on a busy machine.
          testTimeout: scaled(30_000),
          expect: { poll: { timeout: scaled(15_000) } },
        },
      },
      {
        extends: true,
        test: {
          // Beside the files of `unit`.
          name: 'world',
          include: ['tests/world/**/*.test.ts'],
          exclude: ['tests/world/lives.test.ts'],
          environment: 'node',
          maxWorkers: '100%',
        },
      },
      {
        extends: true,
        test: {
          // It takes every core itself: after the others.
          name: 'lives',
          include: ['tests/world/lives.test.ts'],
          environment: 'node',
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['tests/api/**/*.test.ts'],
          exclude: ['tests/api/attacks.test.ts'],
          globalSetup: 'tests/api/support/global-setup.ts',
          // A third of the suite's processor time was loading the server anew for each file.
          isolate: false,
          maxWorkers: 3,
          testTimeout: scaled(60_000),
          expect: { poll: { timeout: scaled(20_000) } },
        },
      },
      {
        extends: true,
        test: {
          // It measures how soon a server answers that is under attack: after the others, alone.
          name: 'attacks',
          include: ['tests/api/attacks.test.ts'],
          globalSetup: 'tests/api/support/global-setup.ts',
          sequence: { groupOrder: 1 },
          testTimeout: scaled(60_000),
          expect: { poll: { timeout: scaled(20_000) } },
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['tests/browser/**/*.test.ts'],
          globalSetup: 'tests/browser/support/global-setup.ts',
          // Loading Playwright, server and app anew for each file was a fourteenth of the suite's processor time.
          isolate: false,
          maxWorkers: filesAtATime,
          testTimeout: scaled(150_000),
          expect: { poll: { timeout: scaled(30_000) } },
        },
      },
    ],
  },
}));
