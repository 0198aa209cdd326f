import { readRecord, writeRecords } from './records.ts';
import { recordKeys } from './storage.ts';
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

export const readLook = (): Promise<Look | undefined> => readRecord<Look>(recordKeys.look);

/** Learns what was chosen here earlier. Never rejects: a device that does not say gets what is usual. */
export async function openLook(): Promise<void> {
  try {
    const chosen = await readLook();
    if (chosen) look.set(chosen);
  } catch (error) {
    console.error('How pages are to look could not be read from this device.', error);
  }
}

/** Holds at once, and on the next visits if the device keeps it. Never rejects. */
export async function chooseLook(chosen: Look): Promise<void> {
  look.set(chosen);
  try {
    await writeRecords({ put: { [recordKeys.look]: chosen } });
  } catch (error) {
    console.error('How pages are to look could not be kept.', error);
  }
}
