/** Returns the paths of the app's files that a page's HTML names, including files that the start script loads later. */
export function assetPathsIn(html: string): string[] {
  const attributes = html.matchAll(/\s(?:src|href|data-modules)="(\/assets\/[^"]+)"/g);
  return [...attributes].flatMap(([, paths = '']) => paths.split(' '));
}
