import { type DisplayPreferences, preferenceAttributes } from '../device/storage/display-preferences.ts';

/** Puts the display preferences on the root element, so that the first paint has them. Without any, returns `page`. */
export async function applyPreferences(page: Response, preferences: DisplayPreferences | undefined): Promise<Response> {
  const attributes = Object.entries(preferences ? preferenceAttributes(preferences) : {}).map(
    ([name, value]) => ` ${name}="${value}"`,
  );
  if (attributes.length === 0) return page;
  const html = await page.text();
  return new Response(html.replace('<html', `<html${attributes.join('')}`), page);
}
