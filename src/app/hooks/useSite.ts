import { createContext, useContext } from 'react';
import { product } from '../../contract/product.ts';
import { type SiteSettings, siteElement } from '../../contract/site.ts';

/** The operator's settings: of the page that was loaded, and on the server of the page that is being rendered. */
export const SiteContext = createContext<SiteSettings>({});

/** What the operator has set, and the product's own where nothing is set. */
export function useSite(): SiteSettings & { name: string; tagline: string } {
  const { name, tagline } = product;
  return { name, tagline, ...useContext(SiteContext) };
}

/** Reads the settings that the page came with. */
export function settingsOfDocument(): SiteSettings {
  const text = document.getElementById(siteElement)?.textContent;
  return text ? JSON.parse(text) : {};
}

/** Applies the site's colours. A page that the server has rendered has them in its styles. */
export function applySiteColours({ colours = {} }: SiteSettings): void {
  for (const [name, value] of Object.entries(colours)) document.documentElement.style.setProperty(name, value);
}
