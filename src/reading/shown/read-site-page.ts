import { type SitePage, type SitePageText, sitePaths } from '../../contract/site.ts';
import { isWebPage } from '../../device/calls/is-web-page.ts';
import { startRetries } from '../../device/calls/retries.ts';

export type SitePageState =
  | { state: 'loading' }
  /** The page could not be read, and is requested again. */
  | { state: 'failed' }
  | { state: 'missing' }
  | { state: 'loaded'; page: SitePageText };

/**
 * Reads one of the operator's pages from the worker's cache, else from the network. Retries until the page is read or
 * known to be missing.
 *
 * @param page its name and tag as in the site's settings; an empty tag if the settings lack the page
 * @returns a function that stops reading
 */
export function readSitePage(page: Pick<SitePage, 'name' | 'tag'>, show: (state: SitePageState) => void): () => void {
  let isOver = false;
  const ask = async () => {
    try {
      const state = await fetchPage(sitePaths.page(page));
      if (isOver) return;
      stop();
      show(state);
    } catch (error) {
      console.error('Could not read the page of the site; it is requested again.', error);
      if (isOver) return;
      retries.setFailed(true);
      show({ state: 'failed' });
    }
  };
  const retries = startRetries(() => void ask());
  const stop = () => {
    isOver = true;
    retries.stop();
  };
  void ask();
  return stop;
}

async function fetchPage(path: string): Promise<SitePageState> {
  const response = await fetch(path);
  // A 404 with a web page comes from a captive portal, and says nothing about this page.
  if (response.status === 404 && !isWebPage(response)) return { state: 'missing' };
  const page: SitePageText | undefined = response.ok ? await response.json() : undefined;
  if (typeof page?.content !== 'string') throw new Error(`no valid answer for ${path}`);
  return { state: 'loaded', page };
}
