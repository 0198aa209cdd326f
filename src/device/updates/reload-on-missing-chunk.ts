import { tabKeys } from '../storage/storage-names.ts';
import { timeouts } from '../timeouts.ts';
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
  const own = buildId();
  const left = () => sessionStorage.getItem(tabKeys.left)?.split(' ') ?? [];
  if (left().includes(own)) return;
  let page = await fetchPage();
  if (page.includes(own)) {
    // Firefox aborts imports when the user leaves the page. A reload would then replace the page that the user opens.
    await new Promise((resolve) => setTimeout(resolve, timeouts.leavingPageMs));
    page = await fetchPage();
  }
  // A chunk is also missing offline, or behind a captive portal. A reload could then lose the page.
  if (!page.includes('id="root"') || left().includes(own) || !(await areTextsSaved())) return;
  sessionStorage.setItem(tabKeys.left, [...left(), own].join(' '));
  location.reload();
}

/** Returns the HTML at the app's address, which may be a captive portal's; '' after an error status. */
async function fetchPage(): Promise<string> {
  const page = await fetch('/index.html', { cache: 'no-store' });
  return page.ok ? page.text() : '';
}
