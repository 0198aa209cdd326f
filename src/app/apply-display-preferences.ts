import { product } from '../contract/product.ts';
import {
  displayPreferences,
  loadPreferences,
  parsePreferences,
  preferenceAttributes,
} from '../device/storage/display-preferences.ts';

const names = ['data-theme', 'data-text'] as const;

/**
 * Sets the display preferences on the document, now and whenever they change. On a page served by the worker they are
 * in the HTML already, before the first paint, and need not be read from the cache.
 */
export function applyDisplayPreferences(): void {
  displayPreferences.subscribe(applyToDocument);
  if (navigator.serviceWorker?.controller) displayPreferences.set(parsePreferences(document.documentElement.dataset));
  else addEventListener('load', () => void loadPreferences(), { once: true });
}

function applyToDocument(): void {
  const attributes = preferenceAttributes(displayPreferences.get());
  for (const name of names) document.documentElement.toggleAttribute(name, name in attributes);
  for (const [name, value] of Object.entries(attributes)) document.documentElement.setAttribute(name, value);
  const { theme } = displayPreferences.get();
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = meta.media.includes('dark') ? 'dark' : 'light';
    meta.content = product.paper[theme === 'system' ? own : theme];
  }
}
