import type { ManifestOptions } from 'vite-plugin-pwa';
import { type SiteSettings, sitePaths } from './site.ts';

type Manifest = Partial<ManifestOptions>;

/** Returns the web app manifest of a site with these settings. */
export function siteManifest(built: Manifest, { name, description, language, icon }: SiteSettings): Manifest {
  // Leaves out the screenshots, because they show a blog with another name.
  const { screenshots: _, ...manifest } = built;
  return {
    ...manifest,
    ...(name !== undefined && { name, short_name: name }),
    ...(description !== undefined && { description }),
    ...(language && { lang: language.tag, dir: language.dir }),
    ...(icon !== undefined && { icons: iconsOf(icon) }),
  };
}

function iconsOf(icon: string): ManifestOptions['icons'] {
  const png = (file: string, side: number) => ({
    src: sitePaths.icon(icon, file),
    sizes: `${side}x${side}`,
    type: 'image/png',
  });
  return [
    png('192.png', 192),
    png('512.png', 512),
    { ...png('maskable-512.png', 512), purpose: 'maskable' },
    { ...png('monochrome-512.png', 512), purpose: 'monochrome' },
  ];
}
