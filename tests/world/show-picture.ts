import type { Device, OpenTab } from './device.ts';
import { decodePng, type Raster } from './picture-files.ts';

/**
 * Returns a picture as PostImage and the preview show it: fetched as an image, or else read from the device's database.
 *
 * @returns `undefined` if it is broken
 */
export async function showPicture(device: Device, tab: OpenTab, url: string): Promise<Raster | undefined> {
  try {
    return await device.showImage(tab, url);
  } catch {
    // A picture that cannot be fetched may be in the database.
  }
  const name = /\/images\/([^?]*)/.exec(url)?.[1] ?? '';
  const bytes = await tab.page.storedImage(name).catch(() => undefined);
  if (bytes) return decodePng(new Uint8Array(bytes));
  await tab.page.forgetBroken(url);
  return undefined;
}
