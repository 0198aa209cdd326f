import { tabKeys } from '../storage/storage-names.ts';
import { buildId } from './build-id.ts';
import { areTextsSaved } from './texts-on-screen.ts';

/**
 * Reloads the page when a chunk is missing: after a deploy, a chunk that the page has not loaded yet may exist neither
 * on the host nor on the device. Reloads once for each build, as two servers with different builds behind one address
 * would otherwise make it reload for ever.
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
  if (left.includes(own) || !(await areTextsSaved()) || !(await isAppThere())) return;
  sessionStorage.setItem(tabKeys.left, [...left, own].join(' '));
  location.reload();
}

/**
 * Whether the host serves the app. A chunk is missing offline too, or when a captive portal answers every request, and
 * a reload could then lose the page.
 */
async function isAppThere(): Promise<boolean> {
  const page = await fetch('/index.html', { cache: 'no-store' });
  return page.ok && (await page.text()).includes('id="root"');
}
