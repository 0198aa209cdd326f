import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
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

/** Removes React and the bundler's runtime from the preloads of each screen: every page has loaded them before. */
const loadedLater = (_file: string, files: string[], { hostType }: { hostType: 'html' | 'js' }) =>
  hostType === 'html' ? files : files.filter((file) => !/^assets\/(react|rolldown-runtime)-/.test(file));

export default defineConfig(({ command, isSsrBuild, mode }) => ({
  resolve: { alias: command === 'build' && !isSsrBuild ? packageAliases : [] },
  // Builds compile `light-dark()` for older browsers, as accent.ts expects, so `npm run dev` does the same.
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
        // Every browser that runs the app's modules supports `modulepreload`.
        modulePreload: { polyfill: false, resolveDependencies: loadedLater },
        rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } },
      },
}));
