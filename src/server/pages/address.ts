import type { Context } from 'hono';
import { validate as isUuid } from 'uuid';
import { pagePaths } from '../../contract/paths.ts';
import { respond } from '../http/response.ts';

const { home, register, login, create, myBlogs } = pagePaths;

/**
 * The address of the page that the app would show at this one: it overlooks case and slashes at the end. A page of two
 * addresses would be two pages to whoever indexes it.
 */
export function pageMeant(pathname: string): string | undefined {
  const [, bare = ''] = /^((?:\/[^/]+){1,2})\/*$/.exec(pathname) ?? [];
  const [, id] = /^\/blog\/([^/]+)$/i.exec(bare) ?? [];
  // As it came: it is written for an address already.
  if (id) return `/blog/${id}`;
  return [home, register, login, create, myBlogs].find((path) => path.toLowerCase() === bare.toLowerCase());
}

/** @returns where the list goes on after this post; the list itself where there can be no such post */
export function listAfter(id: string): string {
  return isUuid(id) ? `${home}?after=${id.toLowerCase()}` : home;
}

/** For good (308): whoever comes back goes there without asking again. */
export function goTo(c: Context, address: string): Response {
  return respond(c, 308, null, { Location: address, 'Cache-Control': 'public, no-cache' });
}
