import { createObservable } from '../observable.ts';
import { hasCacheStorage } from './quota.ts';
import { cacheNames } from './storage-names.ts';

export const themes = ['system', 'light', 'dark'] as const;
export const textSizes = ['normal', 'large', 'larger'] as const;

/** A reader's choices for this device. */
export interface DisplayPreferences {
  theme: (typeof themes)[number];
  text: (typeof textSizes)[number];
}

const defaults: DisplayPreferences = { theme: 'system', text: 'normal' };

export const displayPreferences = createObservable<DisplayPreferences>(defaults);

/** Returns the root element's attributes by which the styles apply the preferences; none for the defaults. */
export function preferenceAttributes({ theme, text }: DisplayPreferences): Record<string, string> {
  return {
    ...(theme !== defaults.theme && { 'data-theme': theme }),
    ...(text !== defaults.text && { 'data-text': text }),
  };
}

/** Reads preferences from stored values or an element's `dataset`; anything unknown becomes the default. */
export function parsePreferences({ theme, text }: Partial<Record<string, string>>): DisplayPreferences {
  return {
    theme: themes.find((name) => name === theme) ?? defaults.theme,
    text: textSizes.find((name) => name === text) ?? defaults.text,
  };
}

/**
 * Returns the preferences chosen earlier on this device; `undefined` if none are stored or readable. Never rejects.
 * They are in a cache, not in IndexedDB, because the worker reads them before each page: if a reader leaves a page too
 * early, WebKit never opens IndexedDB for the next page.
 */
export async function readPreferences(): Promise<DisplayPreferences | undefined> {
  if (!hasCacheStorage()) return undefined;
  try {
    const stored = await (await caches.open(cacheNames.preferences)).match(address());
    return stored && parsePreferences(await stored.json());
  } catch (error) {
    console.error('Could not read the display preferences; using the defaults.', error);
    return undefined;
  }
}

/** Returns the cache key: an address that is no page of the app. */
const address = () => new URL('/look', location.origin).href;

/** Applies the stored preferences, if there are any. Never rejects. */
export async function loadPreferences(): Promise<void> {
  const chosen = await readPreferences();
  if (chosen) displayPreferences.set(chosen);
}

/** Applies the preferences at once, and stores them for later visits if the device can. Never rejects. */
export async function savePreferences(chosen: DisplayPreferences): Promise<void> {
  displayPreferences.set(chosen);
  if (!hasCacheStorage()) return;
  try {
    await (await caches.open(cacheNames.preferences)).put(address(), Response.json(chosen));
  } catch (error) {
    console.error('Could not store the display preferences; they last as long as this page.', error);
  }
}
