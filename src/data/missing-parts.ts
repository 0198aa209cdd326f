import { ownScript } from './build.ts';
import { tabKeys } from './storage.ts';
import { areTextsKept } from './texts.ts';

/**
 * After a deploy, a part that this page has not loaded yet can be gone from everywhere: then the page is opened anew,
 * on the build that is there. Once for each build, however often a part of it is missing, or two servers with
 * different builds behind one address would reload it for ever.
 */
export function mendMissingParts(): void {
  addEventListener('vite:preloadError', () => {
    reloadOnce().catch((error) => console.error('A part of the app is missing, and stays so.', error));
  });
}

async function reloadOnce(): Promise<void> {
  const left = sessionStorage.getItem(tabKeys.left)?.split(' ') ?? [];
  const own = ownScript();
  if (left.includes(own) || !(await areTextsKept()) || !(await isAppThere())) return;
  sessionStorage.setItem(tabKeys.left, [...left, own].join(' '));
  location.reload();
}

/** A part is missing without a network too, and then a reload could take the page away with it. */
async function isAppThere(): Promise<boolean> {
  const page = await fetch('/index.html', { cache: 'no-store' });
  return page.ok;
}
