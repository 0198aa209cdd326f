import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadEnv, type PluginOption } from 'vite';
import { VitePWA, type VitePWAOptions } from 'vite-plugin-pwa';
import type { ManifestTransform } from 'workbox-build';
import { manifest, shareTargets } from '../app/manifest.ts';
import type { SiteSettings } from '../contract/site.ts';
import { siteManifest } from '../contract/site-manifest.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Returns the plugin that builds the web manifest and the service worker. The app registers the worker itself. */
export const serviceWorker = (mode: string, settings: SiteSettings = {}): PluginOption => {
  const share_target = shareTargets[takesPictures(mode) ? 'textAndPictures' : 'text'];
  const isSet = Object.keys(settings).length > 0;
  return VitePWA({
    ...workerOf(mode),
    injectRegister: false,
    manifest: { ...(isSet ? siteManifest(manifest, settings) : manifest), share_target },
    includeManifestIcons: false,
  });
};

const isLeaving = (mode: string) => loadEnv(mode, root, 'VITE_').VITE_WORKER === 'off';

/** Only our own backend stores pictures, and only the worker can receive shared ones. */
const takesPictures = (mode: string) => !isLeaving(mode) && !loadEnv(mode, root, 'VITE_').VITE_API_HOST;

/** Returns the service worker's options; with `VITE_WORKER=off`, those of the self-destroying worker. */
function workerOf(mode: string): Partial<VitePWAOptions> {
  const source = isLeaving(mode) ? '../worker/self-destroying-worker.ts' : '../worker/index.ts';
  return {
    strategies: 'injectManifest',
    filename: 'worker.js',
    // `swSrc` is set late: the plugin would name the built file after it, but the app loads `worker.js`.
    integration: {
      beforeBuildServiceWorker: (options) => {
        options.swSrc = fileURLToPath(new URL(source, import.meta.url));
        if (isLeaving(mode)) options.injectManifest.injectionPoint = '';
        options.injectManifest.manifestTransforms = [fileRevisions(options.injectManifest.globDirectory)];
      },
    },
    injectManifest: {
      // The plugin adds the web manifest, so these patterns leave it out.
      globPatterns: ['**/*.{html,js,css,svg,webp,png}'],
      // Few people import another program's export, and only once, so its parsers are not precached.
      globIgnores: ['samples/**', 'site-icons/**', 'screenshots/**', 'icons/*.png', 'assets/foreign-*'],
    },
  };
}

/** Gives each file a hash of its content as its revision, so that the worker can check what it fetched. */
function fileRevisions(folder: string): ManifestTransform {
  return (entries) => ({
    manifest: entries.map((entry) => ({ ...entry, revision: hashOf(path.join(folder, entry.url)) })),
  });
}

/** Eight characters of the SHA-256 are enough to notice that a host serves another file by accident. */
const hashOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('base64url').slice(0, 8);
