import { hasFileExtension, isBackendPath } from '../contract/paths.ts';

/**
 * Whether a page of the app is opened: no path of the backend, and no file name with an ending. A post id may have a
 * dot.
 */
export function isNavigation(request: Request): boolean {
  const { pathname } = new URL(request.url);
  if (request.mode !== 'navigate' || isBackendPath(pathname)) return false;
  return pathname.startsWith('/blog/') || !hasFileExtension(pathname);
}

export function isImage(request: Request): boolean {
  return request.destination === 'image' && request.url.startsWith('http');
}
