import { type Look, lookAttributes } from '../data/look.ts';

/** The page with the reader's choice on it, so that the first paint has it; the page itself where nothing was chosen. */
export async function dress(page: Response, look: Look | undefined): Promise<Response> {
  const attributes = Object.entries(look ? lookAttributes(look) : {}).map(([name, value]) => ` ${name}="${value}"`);
  if (attributes.length === 0) return page;
  const html = await page.text();
  return new Response(html.replace('<html', `<html${attributes.join('')}`), page);
}
