import { isDataSaved } from '../../device/save-data.ts';
import { cacheNames } from '../../device/storage/storage-names.ts';
import roman from '../typeface/literata.woff2?url';
import italic from '../typeface/literata-italic.woff2?url';

/**
 * The typeface of posts. It costs no first paint and moves no text: an article keeps the typeface that it was first shown
 * in (`PostArticle.tsx`). That is what `font-display: optional` promises, which leaves a text unseen for 0.1 s in Firefox
 * and WebKit, and takes nothing from a cache in time in Chromium. The files lie beside the precache, which has what the
 * app can't start without.
 */

const files = [
  { url: roman, descriptors: { weight: '400 700' } },
  { url: italic, descriptors: { style: 'italic' } },
];

let isLoaded = false;
let loading: Promise<void> | undefined;

/** Whether a text that is first shown now may have it. */
export const isTypefaceLoaded = (): boolean => isLoaded;

/** Loads it from the device, else from the network once the page is complete. Never rejects. */
export function loadTypeface(): Promise<void> {
  // Posts are shown in a font of the device.
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
    // Only a font: a host may send a page for a file that it lacks.
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
