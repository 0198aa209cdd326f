import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pagePaths } from '../../contract/paths.ts';

/** Vite's manifest of a build (https://vite.dev/guide/backend-integration), as far as it is needed here. */
type Manifest = Record<string, { file: string; imports?: string[] }>;

/** The screens that are loaded after the app, by the addresses they are rendered at. */
const screens: Record<string, string> = {
  [pagePaths.landing]: 'Landing',
  [pagePaths.login]: 'Login',
  [pagePaths.register]: 'Register',
  [pagePaths.create]: 'Create',
  [pagePaths.myBlogs]: 'MyBlogs',
  [pagePaths.profile]: 'NotFound',
};

const screenOf = (address: string) => screens[address] ?? (address.startsWith(pagePaths.blog('')) ? 'Blog' : undefined);

/** Links that fetch a screen along with the app, which would ask for it only once it runs; by the screen's address. */
export function readPreloads(clientDir: string): (path: string) => string {
  const manifest: Manifest = JSON.parse(readFileSync(path.join(clientDir, '.vite/manifest.json'), 'utf8'));
  const chunksOf = (name: string, seen: Set<string>): Set<string> => {
    const chunk = manifest[name];
    // The entry stands in the page already.
    if (!chunk || name === 'index.html' || seen.has(name)) return seen;
    seen.add(name);
    for (const imported of chunk.imports ?? []) chunksOf(imported, seen);
    return seen;
  };
  return (address) => {
    const chunks = [...chunksOf(`src/app/screens/${screenOf(address)}.tsx`, new Set())].map((name) => manifest[name]);
    return chunks
      .map((chunk) => `<link rel="modulepreload" crossorigin fetchpriority="low" href="/${chunk?.file}">`)
      .join('');
  };
}
