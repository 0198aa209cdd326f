import { importMapIn } from '../../contract/asset-names.ts';

/** The paths of the app's files that a page's HTML names: in elements, for its start script, and in its import map. */
export function assetPathsIn(html: string): string[] {
  const attributes = html.matchAll(/\s(?:src|href|data-modules)="(\/assets\/[^"]+)"/g);
  return [...[...attributes].flatMap(([, paths = '']) => paths.split(' ')), ...pathsInMap(importMapIn(html) ?? '')];
}

/** The paths in the text of an import map. */
export const pathsInMap = (importMap: string): string[] =>
  [...importMap.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
