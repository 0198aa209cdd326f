import { isDataSaved } from '../../device/save-data.ts';
import { cacheNames } from '../../device/storage/storage-names.ts';
import roman from '../typeface/literata.woff2?url';
import italic from '../typeface/literata-italic.woff2?url';

/**
 * The typeface of posts. It delays no first paint and moves no text: an article keeps the typeface in which it was
 * first shown (`PostArticle.tsx`). `font-display: optional` would hide the text for 0.1 s in Firefox and WebKit. In
 * Chromium, even a cached font is too late for it. The precache leaves the files out, because the app starts without
 * them.
 */

const files = [
  { url: roman, descriptors: { weight: '400 700' } },
  { url: italic, descriptors: { style: 'italic' } },
];

let isLoaded = false;
let loading: Promise<void> | undefined;

/** Returns whether a text that is first shown now may use the typeface. */
export const isTypefaceLoaded = (): boolean => isLoaded;

/** Loads the typeface from its cache, else from the network once the page is complete. Never rejects. */
export function loadTypeface(): Promise<void> {
  // If loading fails, posts stay in a font of the device.
  loading ??= load().catch((error) => console.info('Typeface not loaded.', error));
  return loading;
}

async function load(): Promise<void> {
  if (!('fonts' in document)) return;
  const kept = 'caches' in globalThis ? await caches.open(cacheNames.typeface) : undefined;
  const faces = files.map(async ({ url, descriptors }) => {
    const found = await kept?.match(url);
    const bytes = await (found ?? (await fetchFile(url))).arrayBuffer();
    const face = await new FontFace('Literata', bytes, descriptors).load();
    // Stores a file only after it loaded as a font, because a host may answer a missing file with a page.
    if (!found) await kept?.put(url, new Response(bytes));
    return face;
  });
  for (const face of await Promise.all(faces)) document.fonts.add(face);
  isLoaded = true;
}

async function fetchFile(url: string): Promise<Response> {
  if (document.readyState !== 'complete') await new Promise((resolve) => addEventListener('load', resolve));
  if (isDataSaved()) throw new Error('Save-Data');
  return fetch(url);
}
