import type { Context } from 'hono';
import { validate as isUuid } from 'uuid';
import { pagePaths } from '../../contract/paths.ts';
import { respond } from '../http/respond.ts';

const { home, register, login, create, myBlogs } = pagePaths;

/**
 * The canonical path of the page that the app shows at this path: the app ignores case and extra slashes. Search
 * engines would index one page under two paths as two.
 * @returns `undefined` if the app has no such page
 */
export function canonicalPath(pathname: string): string | undefined {
  const [, bare = ''] = /^\/*((?:\/[^/]+){1,3})\/*$/.exec(pathname) ?? [];
  const [, id, part = ''] = /^\/blog\/([^/]+)(\/edit|\/versions)?$/i.exec(bare) ?? [];
  // The id is left as it is in the request's path.
  if (id) return `/blog/${id}${part.toLowerCase()}`;
  // Nor is the name of a topic, an author or a page, which their handlers look at themselves.
  const [, named, name] = /^\/(topic|author|page)\/([^/]+)$/i.exec(bare) ?? [];
  if (named) return `/${named.toLowerCase()}/${name}`;
  return [home, register, login, create, myBlogs].find((path) => path.toLowerCase() === bare.toLowerCase());
}

/**
 * The requested path as a link that stays on this site: a browser takes `//evil.example` for another host. Extra slashes
 * at its beginning are removed, and it stays encoded, as `/%5cevil.example` decoded would be read the same way.
 */
export function sameOriginPath(c: Context): string {
  return new URL(c.req.url).pathname.replace(/^\/+/, '/');
}

/** @returns the path of the list after this post, or of the whole list if this is no id of a post */
export function listPathAfter(id: string): string {
  return isUuid(id) ? `${home}?after=${id.toLowerCase()}` : home;
}

/** Redirects permanently (308). */
export function redirectPermanently(c: Context, address: string): Response {
  return respond(c, 308, null, { Location: address, 'Cache-Control': 'public, no-cache' });
}
