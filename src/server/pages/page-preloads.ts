import { pagePaths, pageTemplates, parametersIn } from '../../contract/paths.ts';
import { entryKey, readClientManifest } from './client-manifest.ts';

/** The chunks of lazily loaded screens (src/build/chunk-groups.ts), by the paths or templates of the screens. */
const screenFiles: Record<string, string> = {
  [pagePaths.landing]: 'Landing',
  [pagePaths.login]: 'sign-in',
  [pagePaths.register]: 'Register',
  [pagePaths.create]: 'editor',
  [pagePaths.myBlogs]: 'MyBlogs',
  [pageTemplates.blog]: 'post',
  [pageTemplates.edit]: 'Edit',
  [pageTemplates.versions]: 'versions',
  [pagePaths.account]: 'account',
  [pagePaths.recover]: 'recover',
  [pageTemplates.topic]: 'lists',
  [pageTemplates.author]: 'lists',
  [pageTemplates.page]: 'lists',
};

/**
 * Returns a function that returns the files of a path's chunks: the entry, the app and the screen. A page names them,
 * because the app would request the screen's chunks only later.
 */
export function readPagePreloads(clientDir: string): (path: string) => readonly string[] {
  const manifest = readClientManifest(clientDir);
  const chunksOf = (name: string, seen: Set<string>): Set<string> => {
    const chunk = manifest[name];
    if (!chunk || seen.has(name)) return seen;
    seen.add(name);
    for (const imported of chunk.imports ?? []) chunksOf(imported, seen);
    return seen;
  };
  const keys = new Map(Object.entries(manifest).map(([key, { name }]) => [name, key]));
  const screenOf = (address: string): string => {
    const { blog, topic, author, page } = pageTemplates;
    const file =
      screenFiles[[blog, topic, author, page].find((template) => parametersIn(template, address)) ?? address];
    return (file && keys.get(file)) ?? '';
  };
  return (location) => {
    const [address = ''] = location.split('?');
    // The entry imports the app dynamically, to load it in a task of its own.
    const [app = ''] = manifest[entryKey]?.dynamicImports ?? [];
    const chunks = chunksOf(screenOf(address), chunksOf(app, chunksOf(entryKey, new Set())));
    return [...chunks].map((name) => `/${manifest[name]?.file}`);
  };
}
