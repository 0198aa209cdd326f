import { fileURLToPath } from 'node:url';

const fileOf = (path: string) => fileURLToPath(new URL(`../../node_modules/${path}`, import.meta.url));

/**
 * In the client's build, replaces the files that packages name in their package.json. The router names its development
 * build with all its warnings. Workbox names a build for browsers without classes, which is 880 bytes longer.
 */
export const packageAliases = [
  { find: /^react-router$/, replacement: fileOf('react-router/dist/production/index.mjs') },
  { find: /^react-router\/dom$/, replacement: fileOf('react-router/dist/production/dom-export.mjs') },
  { find: /^workbox-window$/, replacement: fileOf('workbox-window/build/workbox-window.prod.mjs') },
];
