import { tabKeys } from '../storage/storage-names.ts';
import { assetPathsIn } from './asset-paths-in-html.ts';
import { buildId } from './build-id.ts';
import { areTextsSaved } from './texts-on-screen.ts';

/**
 * Reloads the page when a chunk is missing and the host serves another build: after a deploy, a chunk that the page has
 * not loaded yet may exist neither on the host nor on the device. Reloads once for each build, as two servers with
 * different builds behind one address would otherwise make it reload for ever.
 */
export function reloadOnMissingChunk(): void {
  addEventListener('vite:preloadError', () => {
    reloadOnce().catch((error) =>
      console.error('A chunk of the app is missing, and the page could not be reloaded.', error),
    );
  });
}

async function reloadOnce(): Promise<void> {
  const left = sessionStorage.getItem(tabKeys.left)?.split(' ') ?? [];
  const own = buildId();
  if (left.includes(own) || !(await areTextsSaved()) || !(await isOtherBuildThere(own))) return;
  sessionStorage.setItem(tabKeys.left, [...left, own].join(' '));
  location.reload();
}

/**
 * Returns whether the host serves the app in another build. An import also fails offline, behind a captive portal, and
 * in Firefox while the page is being left. Then a reload could lose the page, or replace the navigation.
 */
async function isOtherBuildThere(own: string): Promise<boolean> {
  const page = await fetch('/index.html', { cache: 'no-store' });
  const html = await page.text();
  return page.ok && html.includes('id="root"') && !assetPathsIn(html).includes(own);
}
