import { callPaths, callTemplates, hasFileExtension, isBackendPath, parametersIn } from '../contract/paths.ts';
import { callPathOf, isOwnBackend } from '../data/api/host.ts';
import { nextPageUrl } from '../data/cache/list-eviction.ts';
import { readCachedHeads } from '../data/cache/response-cache.ts';

/** A call whose answers are cached, and in which cache. */
export type Reading = { cache: 'lists' | 'own' } | { cache: 'posts'; id: string };

/**
 * `undefined` for every request whose answer is not cached, such as `auth/me`. The app makes its calls with fetch: an
 * image, a frame or a link is no call, although a post's author may have given it the URL of one.
 */
export function readingOf(request: Request): Reading | undefined {
  if (request.method !== 'GET' || request.destination !== '') return undefined;
  if (request.mode === 'navigate' || request.mode === 'no-cors') return undefined;
  const url = new URL(request.url);
  const path = callPathOf(url);
  if (path === callPaths.posts) return { cache: 'lists' };
  if (path && parametersIn(callTemplates.userPosts, path)) return { cache: 'own' };
  const id = url.search === '' && path && parametersIn(callTemplates.post, path)?.id;
  return id && isDecodable(id) ? { cache: 'posts', id: decodeURIComponent(id) } : undefined;
}

/**
 * Whether the app itself requests a list at this URL: the list's first page, a cursor of the own backend, a page that
 * is cached already, or the next page of one that is.
 */
export async function isKnownList(cache: 'lists' | 'own', address: string): Promise<boolean> {
  const { search, searchParams } = new URL(address);
  if (
    search === '' ||
    (isOwnBackend && /^(?:(?:topic|author)(?:,after)?|after)$/.test([...searchParams.keys()].join()))
  )
    return true;
  return (await readCachedHeads(cache)).some((page) => page.url === address || nextPageUrl(page) === address);
}

/** A request can have any URL, and the fetch handler must not throw on a malformed escape. */
function isDecodable(part: string): boolean {
  try {
    decodeURIComponent(part);
    return true;
  } catch (error) {
    if (error instanceof URIError) return false;
    throw error;
  }
}

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
