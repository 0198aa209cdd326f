import { escapeMarkup, jsonForScript } from './escape.ts';
import { product } from './product.ts';
import { type SiteSettings, siteElement, sitePaths } from './site.ts';

/**
 * Puts the operator's settings into index.html, or into the template made from it, so that the first paint already has
 * them. Returns `html` unchanged if there are no settings.
 */
export function dressPage(html: string, site: SiteSettings): string {
  if (Object.keys(site).length === 0) return html;
  const { name, description, language, icon } = site;
  const replacements: [from: string, to: string][] = [];
  if (language) {
    const dir = language.dir === 'rtl' ? ' dir="rtl"' : '';
    replacements.push(['<html lang="en"', `<html lang="${escapeMarkup(language.tag)}"${dir}`]);
  }
  if (name !== undefined) {
    replacements.push([`<title>${product.name}<`, `<title>${escapeMarkup(name)}<`]);
    replacements.push([`<strong>${product.name} did`, `<strong>${escapeMarkup(name)} did`]);
  }
  if (icon !== undefined) {
    replacements.push([
      'href="/icons/icon.svg" type="image/svg+xml"',
      `href="${sitePaths.icon(icon, '32.png')}" type="image/png"`,
    ]);
    replacements.push(['/icons/apple-touch-icon.png', sitePaths.icon(icon, '180.png')]);
  }
  const data = `<script type="application/json" id="${siteElement}">${jsonForScript(site)}</script>`;
  replacements.push(['</head>', `${data}</head>`]);
  const dressed = replacements.reduce((page, [from, to]) => page.replace(from, () => to), html);
  if (description === undefined) return dressed;
  // regexp input: at most 20,000 characters of the built page
  return dressed.replace(
    /(<meta name="description" content=")[^"]*/,
    (_, start: string) => start + escapeMarkup(description),
  );
}
