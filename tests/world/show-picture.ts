import type { Device, OpenTab } from './device.ts';
import { decodePng, type Raster } from './picture-files.ts';

/**
 * A picture as PostImage and the preview show it: by the worker, else as it lies on the device.
 *
 * @returns `undefined` if it is broken
 */
export async function showPicture(device: Device, tab: OpenTab, url: string): Promise<Raster | undefined> {
  try {
    return await device.showImage(tab, url);
  } catch {
    // A picture that is broken is no failure of the page's.
  }
  const name = /\/images\/([^?]*)/.exec(url)?.[1] ?? '';
  const bytes = await tab.page.storedImage(name).catch(() => undefined);
  if (bytes) return decodePng(new Uint8Array(bytes));
  await tab.page.forgetBroken(url);
  return undefined;
}
