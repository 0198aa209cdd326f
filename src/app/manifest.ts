import type { ManifestOptions } from 'vite-plugin-pwa';
import { pagePaths } from '../contract/paths.ts';
import { product, productDescription } from '../contract/product.ts';
import { sharedParams, sharedPicturesField, sharePath } from '../contract/share-target.ts';

/**
 * Share targets by the content that they accept. Pictures need POST, which the worker or our own backend can answer,
 * and a static host cannot. GET works everywhere.
 */
export const shareTargets = {
  text: {
    action: pagePaths.create,
    method: 'GET',
    enctype: 'application/x-www-form-urlencoded',
    params: sharedParams,
  },
  textAndPictures: {
    action: sharePath,
    method: 'POST',
    enctype: 'multipart/form-data',
    params: { ...sharedParams, files: [{ name: sharedPicturesField, accept: ['image/*'] }] },
  },
} as const satisfies Record<string, ManifestOptions['share_target']>;

/** The web app manifest (W3C) without its share target. Every `sizes` must be the file's true size. */
export const manifest: Partial<ManifestOptions> = {
  // Identifies the installed app, so that a later change of start_url does not make it another app.
  id: '/',
  name: product.name,
  short_name: product.name,
  description: productDescription,
  lang: 'en',
  dir: 'ltr',
  start_url: pagePaths.home,
  scope: '/',
  display: 'standalone',
  // Browsers without standalone fall back to minimal-ui rather than to a tab.
  display_override: ['standalone', 'minimal-ui'],
  // Never navigates an open window, in which an author may be writing.
  launch_handler: { client_mode: 'navigate-new' },
  theme_color: product.paper.light,
  background_color: product.paper.light,
  categories: ['books', 'news', 'social'],
  icons: [
    png('/icons/icon-192.png', 192),
    png('/icons/icon-512.png', 512),
    { ...png('/icons/maskable-512.png', 512), purpose: 'maskable' },
    { ...png('/icons/monochrome-512.png', 512), purpose: 'monochrome' },
    { src: '/icons/icon.svg', sizes: 'any', type: 'image/svg+xml' },
  ],
  shortcuts: [
    // The hash keeps this URL apart from start_url, which opens the last location again (restore-last-location.ts).
    shortcut('Read', 'All blogs, newest first', `${pagePaths.home}#read`),
    shortcut('Create', 'Write a new blog', pagePaths.create),
    shortcut('My Blogs', 'The blogs you have written', pagePaths.myBlogs),
  ],
  screenshots: [
    screenshot('home', 'narrow', 'All blogs, newest first, with or without a network'),
    screenshot('post', 'narrow', 'A story, set for reading'),
    screenshot('home', 'wide', 'All blogs on a wide screen'),
  ],
};

/** Returns the manifest's entry for a square PNG. `side` is in pixels. */
function png(src: string, side: number) {
  return { src, sizes: `${side}x${side}`, type: 'image/png' };
}

function shortcut(name: string, description: string, url: string) {
  const icon = name.toLowerCase().replace(' ', '-');
  return { name, description, url, icons: [png(`/icons/shortcut-${icon}-96.png`, 96)] };
}

function screenshot(screen: string, form_factor: 'narrow' | 'wide', label: string) {
  const sizes = { narrow: '720x1280', wide: '1280x800' }[form_factor];
  return { src: `/screenshots/${screen}-${form_factor}.png`, sizes, type: 'image/png', form_factor, label };
}
