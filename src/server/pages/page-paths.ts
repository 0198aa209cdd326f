import type { Context } from 'hono';
import { validate as isUuid } from 'uuid';
import { pagePaths } from '../../contract/paths.ts';
import { respond } from '../http/respond.ts';

const { home, register, login, create, myBlogs } = pagePaths;

/**
 * Returns the canonical path of the page that the app shows at this path. The app ignores case and extra slashes, but
 * search engines would index one page under two paths as two.
 * @returns `undefined` if the app has no such page
 */
export function canonicalPath(pathname: string): string | undefined {
  const [, bare = ''] = /^\/*((?:\/[^/]+){1,3})\/*$/.exec(pathname) ?? [];
  const [, id, part = ''] = /^\/blog\/([^/]+)(\/edit|\/versions)?$/i.exec(bare) ?? [];
  // The id is left as it is in the request's path.
  if (id) return `/blog/${id}${part.toLowerCase()}`;
  // The name of a topic, an author or a page is left as it is, too: their handlers check it.
  const [, named, name] = /^\/(topic|author|page)\/([^/]+)$/i.exec(bare) ?? [];
  if (named) return `/${named.toLowerCase()}/${name}`;
  return [home, register, login, create, myBlogs].find((path) => path.toLowerCase() === bare.toLowerCase());
}

/**
 * Returns the requested path as a link that stays on this site. Removes extra slashes at its beginning, because a
 * browser takes `//evil.example` for another host. Keeps the path encoded, because a browser would read the decoded
 * `/%5cevil.example` the same way.
 */
export function sameOriginPath(c: Context): string {
  return new URL(c.req.url).pathname.replace(/^\/+/, '/');
}

/** Returns the path of the list after this post, or of the whole list if `id` is no id of a post. */
export function listPathAfter(id: string): string {
  return isUuid(id) ? `${home}?after=${id.toLowerCase()}` : home;
}

/** Redirects permanently (308). */
export function redirectPermanently(c: Context, address: string): Response {
  return respond(c, 308, null, { Location: address, 'Cache-Control': 'public, no-cache' });
}
