import { product } from '../contract/product.ts';
import {
  displayPreferences,
  loadPreferences,
  parsePreferences,
  preferenceAttributes,
} from '../device/storage/display-preferences.ts';

const names = ['data-theme', 'data-text'] as const;

/**
 * Sets the display preferences on the document, now and whenever they change. A page served by the worker has them in
 * its HTML, before the first paint. Any other page reads them from the cache after its `load` event.
 */
export function applyDisplayPreferences(): void {
  displayPreferences.subscribe(applyToDocument);
  const { dataset } = document.documentElement;
  if (dataset.theme ?? dataset.text) displayPreferences.set(parsePreferences(dataset));
  else if (document.readyState === 'complete') void loadPreferences();
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
