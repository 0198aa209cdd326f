/** The paths of the app's files that a page's HTML names in elements, those that its start script loads later too. */
export function assetPathsIn(html: string): string[] {
  const attributes = html.matchAll(/\s(?:src|href|data-modules)="(\/assets\/[^"]+)"/g);
  return [...attributes].flatMap(([, paths = '']) => paths.split(' '));
}
