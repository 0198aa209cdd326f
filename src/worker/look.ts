import { type Look, lookAttributes, readLook } from '../data/look.ts';

/** Never rejects: a device that does not say gets what is usual. */
export async function chosenLook(): Promise<Look | undefined> {
  try {
    return await readLook();
  } catch (error) {
    console.error('How pages are to look could not be read from this device.', error);
    return undefined;
  }
}

/** The page with the reader's choice on it, so that the first paint has it; the page itself where nothing was chosen. */
export async function dress(page: Response, look: Look | undefined): Promise<Response> {
  const attributes = Object.entries(look ? lookAttributes(look) : {}).map(([name, value]) => ` ${name}="${value}"`);
  if (attributes.length === 0) return page;
  const html = await page.text();
  return new Response(html.replace('<html', `<html${attributes.join('')}`), page);
}
