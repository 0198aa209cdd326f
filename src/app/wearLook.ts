import { product } from '../contract/product.ts';
import { look, lookAttributes, lookOf, openLook } from '../data/look.ts';

const names = ['data-theme', 'data-text'] as const;

/**
 * Puts the reader's choice on the document, now and whenever it changes. Where the worker answers, it stands there
 * already before the first paint, and no database has to be opened for it.
 */
export function wearLook(): void {
  look.subscribe(wear);
  if (navigator.serviceWorker?.controller) look.set(lookOf(document.documentElement.dataset));
  else addEventListener('load', () => void openLook(), { once: true });
}

function wear(): void {
  const attributes = lookAttributes(look.get());
  for (const name of names) document.documentElement.toggleAttribute(name, name in attributes);
  for (const [name, value] of Object.entries(attributes)) document.documentElement.setAttribute(name, value);
  const { theme } = look.get();
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = meta.media.includes('dark') ? 'dark' : 'light';
    meta.content = product.paper[theme === 'system' ? own : theme];
  }
}
