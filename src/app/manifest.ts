import type { ManifestOptions } from 'vite-plugin-pwa';
import { pagePaths } from '../contract/paths.ts';
import { product, productDescription } from '../contract/product.ts';
import { sharedParams, sharedPicturesField, sharePath } from '../contract/share-target.ts';

/**
 * The content that other apps can share. Pictures need POST: the worker receives it, or without a worker our own
 * backend, but a static host cannot. GET works everywhere.
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
    {
      name: 'Read',
      description: 'All blogs, newest first',
      // The hash keeps this URL apart from start_url, which opens the last location again (restore-last-location.ts).
      url: `${pagePaths.home}#read`,
      icons: [png('/icons/shortcut-read-96.png', 96)],
    },
    {
      name: 'Create',
      description: 'Write a new blog',
      url: pagePaths.create,
      icons: [png('/icons/shortcut-create-96.png', 96)],
    },
    {
      name: 'My Blogs',
      description: 'The blogs you have written',
      url: pagePaths.myBlogs,
      icons: [png('/icons/shortcut-my-blogs-96.png', 96)],
    },
  ],
  screenshots: [
    {
      src: '/screenshots/home-narrow.png',
      sizes: '720x1280',
      type: 'image/png',
      form_factor: 'narrow',
      label: 'All blogs, newest first, with or without a network',
    },
    {
      src: '/screenshots/post-narrow.png',
      sizes: '720x1280',
      type: 'image/png',
      form_factor: 'narrow',
      label: 'A story, set for reading',
    },
    {
      src: '/screenshots/home-wide.png',
      sizes: '1280x800',
      type: 'image/png',
      form_factor: 'wide',
      label: 'All blogs on a wide screen',
    },
  ],
};

/** A square PNG and its side in pixels. */
function png(src: string, side: number) {
  return { src, sizes: `${side}x${side}`, type: 'image/png' };
}
