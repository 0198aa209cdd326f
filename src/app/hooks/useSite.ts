import { createContext, useContext } from 'react';
import { product } from '../../contract/product.ts';
import { type SiteSettings, siteElement } from '../../contract/site.ts';

/** The operator's settings, provided by `SiteProvider` in the browser and by the renderer on the server. */
export const SiteContext = createContext<SiteSettings>({});

/** Returns the operator's settings, with the product's own values as defaults. */
export function useSite(): SiteSettings & { name: string; tagline: string } {
  const { name, tagline } = product;
  return { name, tagline, ...useContext(SiteContext) };
}

/** Reads the settings from the page's HTML. */
export function settingsOfDocument(): SiteSettings {
  const text = document.getElementById(siteElement)?.textContent;
  return text ? JSON.parse(text) : {};
}

/**
 * Applies the site's colours and language. A page that the server has rendered has both already.
 * @returns a function that restores the defaults
 */
export function applySite({ colours = {}, language }: SiteSettings): () => void {
  const { documentElement: root } = document;
  for (const name in colours) root.style.setProperty(name, colours[name] ?? '');
  if (language) Object.assign(root, { lang: language.tag, dir: language.dir });
  return () => {
    for (const name in colours) root.style.removeProperty(name);
    if (language) Object.assign(root, { lang: 'en', dir: '' });
  };
}
