import type { ManifestOptions } from 'vite-plugin-pwa';
import { pagePaths, sharedParams } from '../contract/paths.ts';
import { product } from '../contract/product.ts';

/** The web app manifest (W3C). Every size is the file's true size. */
export const manifest: Partial<ManifestOptions> = {
  // The identity outlives any change of start_url: an installed app stays the same app.
  id: '/',
  name: product.name,
  short_name: product.name,
  description: product.description,
  lang: 'en',
  dir: 'ltr',
  start_url: pagePaths.home,
  scope: '/',
  display: 'standalone',
  // Where there is no standalone: with the little that a browser needs, rather than in a tab.
  display_override: ['standalone', 'minimal-ui'],
  // Never in the place of an open window, where somebody may be writing.
  launch_handler: { client_mode: 'navigate-new' },
  // By GET, so that it works with the worker and without, offline, and on any static host.
  share_target: {
    action: pagePaths.create,
    method: 'GET',
    enctype: 'application/x-www-form-urlencoded',
    params: sharedParams,
  },
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
      // Not the start's address, at which the app goes on where it was.
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
