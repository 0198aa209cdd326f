import type { Plugin, PluginOption } from 'vite';
import { dressPage } from '../contract/dress-page.ts';
import { sitePaths } from '../contract/site.ts';
import { makeIcons } from '../server/site/site-icon.ts';
import { type BuiltSite, readSiteOfBuild } from './built-site.ts';
import { serviceWorker } from './service-worker.ts';

/** Returns plugins that build the web manifest, the service worker and, with `VITE_SITE`, the site's files. */
export function clientOfSite(mode: string): PluginOption {
  const site = readSiteOfBuild(mode);
  return [site && siteFiles(site), serviceWorker(mode, site?.settings)];
}

/** Puts the settings into the page. Emits settings, pages and icons as the files that our own server would serve. */
const siteFiles = ({ settings, pages, icon }: BuiltSite): Plugin => ({
  name: 'site-files',
  apply: 'build',
  transformIndexHtml: { order: 'post', handler: (html) => dressPage(html, settings) },
  async generateBundle() {
    const emit = (address: string, source: string | Uint8Array) => {
      const { pathname } = new URL(address, 'http://localhost');
      this.emitFile({ type: 'asset', fileName: pathname.slice(1), source });
    };
    emit(sitePaths.settings, JSON.stringify(settings));
    for (const page of pages) emit(sitePaths.page(page), JSON.stringify(page));
    if (icon && settings.icon)
      for (const [name, bytes] of await makeIcons(icon)) emit(sitePaths.icon(settings.icon, name), bytes);
  },
});
