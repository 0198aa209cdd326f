import { pagePaths, pageTemplates, parametersIn } from '../../contract/paths.ts';
import { entryKey, readClientManifest } from '../client-manifest.ts';
import type { PagePreloads } from './page-template.ts';

/** The lazily loaded screens, by the paths they are rendered at. */
const screens: Record<string, string> = {
  [pagePaths.landing]: 'Landing',
  [pagePaths.login]: 'Login',
  [pagePaths.register]: 'Register',
  [pagePaths.create]: 'Create',
  [pagePaths.myBlogs]: 'MyBlogs',
  [pageTemplates.edit]: 'Edit',
  [pageTemplates.versions]: 'Versions',
  [pagePaths.account]: 'Account',
  [pagePaths.recover]: 'Recover',
  [pagePaths.profile]: 'NotFound',
  [pageTemplates.topic]: 'Topic',
  [pageTemplates.author]: 'Author',
};

/** An author's own posts and drafts are not in the page: the app reads them from the device or behind the login. */
const authorsPaths: string[] = [
  pagePaths.create,
  pagePaths.myBlogs,
  pagePaths.account,
  pageTemplates.edit,
  pageTemplates.versions,
];

/** The post's screen shares its file with others (src/build/chunk-groups.ts): the manifest has the file's name alone. */
const postFile = 'post';

/** @returns for a screen's path, the chunks it needs; the app alone would find out about most only once it runs */
export function readPagePreloads(clientDir: string): (path: string) => PagePreloads {
  const manifest = readClientManifest(clientDir);
  const chunksOf = (name: string, seen: Set<string>): Set<string> => {
    const chunk = manifest[name];
    if (!chunk || seen.has(name)) return seen;
    seen.add(name);
    for (const imported of chunk.imports ?? []) chunksOf(imported, seen);
    return seen;
  };
  const post = Object.keys(manifest).find((key) => manifest[key]?.name === postFile) ?? '';
  const screenOf = (address: string): string => {
    const screen = screens[address];
    if (screen) return `src/app/screens/${screen}.tsx`;
    const list = [pageTemplates.topic, pageTemplates.author].find((template) => parametersIn(template, address));
    if (list) return `src/app/screens/${screens[list]}.tsx`;
    return address.startsWith(pagePaths.blog('')) ? post : '';
  };
  return (location) => {
    const [address = ''] = location.split('?');
    const chunks = chunksOf(screenOf(address), chunksOf(entryKey, new Set()));
    return {
      hrefs: [...chunks].map((name) => `/${manifest[name]?.file}`),
      loads: authorsPaths.includes(address) ? 'at once' : 'after paint',
    };
  };
}
