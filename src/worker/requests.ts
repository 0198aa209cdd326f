import { isBackendPath } from '../contract/paths.ts';
import type { TextCache } from '../data/copies/cache.ts';
import { callPathOf } from '../data/host.ts';

/** A call whose answers are kept, and in which cache. */
export type Reading = { cache: Exclude<TextCache, 'posts'> } | { cache: 'posts'; id: string };

/** `undefined` for every call whose answers are not kept: `auth/me` is nobody's to keep here. */
export function readingOf(request: Request): Reading | undefined {
  if (request.method !== 'GET' || request.mode === 'navigate') return undefined;
  const path = callPathOf(new URL(request.url));
  if (path === '/blog/posts') return { cache: 'lists' };
  if (path && /^\/blog\/users\/[^/]+\/posts$/.test(path)) return { cache: 'own' };
  const id = path && /^\/blog\/posts\/((?:[^/%]|%[0-9a-f]{2})+)$/i.exec(path)?.[1];
  return id && isDecodable(id) ? { cache: 'posts', id: decodeURIComponent(id) } : undefined;
}

/** An image's address can be anything, and a handler that throws takes the answer away from its page. */
function isDecodable(part: string): boolean {
  try {
    decodeURIComponent(part);
    return true;
  } catch (error) {
    if (error instanceof URIError) return false;
    throw error;
  }
}

/** A page of the app: neither the backend's, nor a file, which has a name ending; an id may have a dot in it. */
export function isNavigation(request: Request): boolean {
  const { pathname } = new URL(request.url);
  if (request.mode !== 'navigate' || isBackendPath(pathname)) return false;
  return pathname.startsWith('/blog/') || !/\.[^/]+$/.test(pathname);
}

export function isImage(request: Request): boolean {
  return request.destination === 'image' && request.url.startsWith('http');
}
