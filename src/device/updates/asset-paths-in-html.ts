/** Returns the paths of the app's files that a page's HTML names, also of those that its start script loads later. */
export function assetPathsIn(html: string): string[] {
  const attributes = html.matchAll(/\s(?:src|href|data-modules)="(\/assets\/[^"]+)"/g);
  return [...attributes].flatMap(([, paths = '']) => paths.split(' '));
}
