import type { Handler, Hono } from 'hono';
import { pagePaths } from '../../contract/paths.ts';
import type { KeptDocuments } from '../http/kept-documents.ts';
import { offer } from '../http/offer.ts';
import type { Store } from '../store/schema.ts';
import { feedHandler } from './feed.ts';
import { pageHandlers } from './pages.ts';
import { robotsHandler, sitemapHandlers } from './sitemap.ts';

/**
 * Every public page, and what finds them; none where the app was built for another backend, whose posts are not here.
 * @returns what answers for a page that does not exist
 */
export function offerPages(app: Hono, clientDir: string, store: Store, kept: KeptDocuments): Handler | undefined {
  if (import.meta.env.VITE_API_HOST) return undefined;
  const pages = pageHandlers(clientDir, store, kept);
  const sitemap = sitemapHandlers(store);
  // Of an author's pages, what is the same for every author; the rest is on their device, or theirs to ask for.
  const { landing, login, register, create, myBlogs } = pagePaths;
  for (const path of [landing, login, register, create, myBlogs]) offer(app, path, { GET: pages.still });
  offer(app, pagePaths.home, { GET: pages.home });
  offer(app, '/blog/:id', { GET: pages.blog });
  offer(app, '/feed.xml', { GET: feedHandler(store, kept) });
  offer(app, '/sitemap.xml', { GET: sitemap.index });
  offer(app, '/sitemap-pages.xml', { GET: sitemap.pages });
  // Hono knows no parameter that is a part of a name.
  offer(app, '/:name{sitemap-[0-9a-f-]+\\.xml}', { GET: sitemap.posts });
  offer(app, '/robots.txt', { GET: robotsHandler });
  return pages.missing;
}
