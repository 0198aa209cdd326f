import { canKeep } from './copies/space.ts';
import { cacheNames } from './storage.ts';
import { createStore } from './store.ts';

export const themes = ['system', 'light', 'dark'] as const;
export const textSizes = ['normal', 'large', 'larger'] as const;

/** How a reader wants pages to look on this device. */
export interface Look {
  theme: (typeof themes)[number];
  text: (typeof textSizes)[number];
}

const usual: Look = { theme: 'system', text: 'normal' };

export const look = createStore<Look>(usual);

/** What stands on the document's root, where the styles look for it; nothing for what is usual. */
export function lookAttributes({ theme, text }: Look): Record<string, string> {
  return {
    ...(theme !== usual.theme && { 'data-theme': theme }),
    ...(text !== usual.text && { 'data-text': text }),
  };
}

/** The other way round, from an element's data attributes. */
export function lookOf({ theme, text }: Partial<Record<string, string>>): Look {
  return {
    theme: themes.find((name) => name === theme) ?? usual.theme,
    text: textSizes.find((name) => name === text) ?? usual.text,
  };
}

/**
 * What was chosen here earlier. From a cache, as the worker asks before each page: a database would have to be opened
 * first, and WebKit never opens it again for a page that comes after one that left too early. Never rejects: a device
 * that does not say gets what is usual.
 */
export async function readLook(): Promise<Look | undefined> {
  if (!canKeep()) return undefined;
  try {
    const kept = await (await caches.open(cacheNames.look)).match(address());
    return kept && lookOf(await kept.json());
  } catch (error) {
    console.error('How pages are to look could not be read from this device.', error);
    return undefined;
  }
}

/** Where no page is. */
const address = () => new URL('/look', location.origin).href;

/** Never rejects. */
export async function openLook(): Promise<void> {
  const chosen = await readLook();
  if (chosen) look.set(chosen);
}

/** Holds at once, and on the next visits if the device keeps it. Never rejects. */
export async function chooseLook(chosen: Look): Promise<void> {
  look.set(chosen);
  if (!canKeep()) return;
  try {
    await (await caches.open(cacheNames.look)).put(address(), Response.json(chosen));
  } catch (error) {
    console.error('How pages are to look could not be kept.', error);
  }
}
