import { pagePaths } from '../contract/paths.ts';
import { edition, inTurn } from '../data/copies/edition.ts';
import { findPage, keepPage } from '../data/copies/pages.ts';
import { isOwnBackend } from '../data/host.ts';
import { isWebPage } from '../data/web-page.ts';
import { isOfThisBuild } from './build.ts';

/**
 * The list as the server rendered it, so that a start shows it before the app runs; of every other page, nothing. Never
 * rejects: a device that can't say what it keeps is one that keeps nothing.
 */
export async function keptPage(url: string): Promise<Response | undefined> {
  const { pathname, search } = new URL(url);
  if (pathname !== pagePaths.home || search !== '') return undefined;
  try {
    const page = await findPage(url);
    return page && startsThisBuild(await page.clone().text()) ? page : undefined;
  } catch (error) {
    console.error('The rendered list could not be read; the app draws it itself.', error);
    return undefined;
  }
}

/** After an answer of the list has been kept under this edition: its page, if there is one yet or it shows another list. */
export async function keepHome(hasChanged: boolean, askedUnder: number): Promise<void> {
  const url = new URL(pagePaths.home, location.origin).href;
  if (!isOwnBackend || (!hasChanged && (await keptPage(url)))) return;
  try {
    const page = await fetch(url, { cache: 'no-cache' });
    // A page that was led elsewhere is refused where a navigation asks for it (Fetch, section 4.3).
    if (!page.ok || page.redirected || !isWebPage(page) || !startsThisBuild(await page.clone().text())) return;
    await inTurn(async () => {
      if ((await edition()) === askedUnder) await keepPage(url, page);
    });
  } catch (error) {
    console.error('The rendered list could not be kept; the app draws it itself.', error);
  }
}

/**
 * Whether the page starts the app that is on this device. A newer one's would ask for files that are not here; a
 * captive portal's starts none.
 */
function startsThisBuild(html: string): boolean {
  const script = scriptOf(html);
  return script !== undefined && isOfThisBuild(script);
}

const scriptOf = (html: string): string | undefined => /<script type="module"[^>]* src="([^"]+)"/.exec(html)?.[1];
