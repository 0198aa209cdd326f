import type { Handler, Hono } from 'hono';
import { pagePaths, pageTemplates } from '../../contract/paths.ts';
import { sharePath } from '../../contract/share-target.ts';
import { registerRoute } from '../http/register-route.ts';
import { respond } from '../http/respond.ts';
import { registerSiteRoutes } from '../site/site-routes.ts';
import { feedHandlers } from './feed.ts';
import type { PageDependencies } from './page-dependencies.ts';
import { pageHandlers } from './page-handlers.ts';
import { openCreate, receiveShare } from './share-handler.ts';
import { robotsHandler, sitemapHandlers } from './sitemap.ts';

/**
 * Registers every public page, the feed, the sitemaps and robots.txt; none of them if the app was built for another
 * backend, as this server does not have its posts.
 * @returns the handler for pages that do not exist
 */
export function registerPageRoutes(app: Hono, clientDir: string, sources: PageDependencies): Handler | undefined {
  if (import.meta.env.VITE_API_HOST) return undefined;
  const pages = pageHandlers(clientDir, sources);
  const sitemap = sitemapHandlers(sources);
  // These pages are rendered as they look for everybody; the browser adds what belongs to the author.
  const {
    landing,
    home,
    login,
    register,
    create,
    myBlogs,
    blog,
    edit,
    versions,
    topic,
    author,
    page,
    account,
    recover,
  } = pageTemplates;
  for (const path of [landing, login, create, myBlogs]) registerRoute(app, path, { GET: pages.still });
  registerRoute(app, register, { GET: pages.register });
  registerRoute(app, home, { GET: pages.home });
  registerRoute(app, blog, { GET: pages.blog });
  for (const path of [edit, versions, account, recover]) {
    registerRoute(app, path, { GET: pages.forAuthor(path) });
  }
  registerRoute(app, '/.well-known/change-password', { GET: openPasswordSection });
  registerRoute(app, sharePath, { GET: openCreate, POST: receiveShare(sources.site) });
  registerRoute(app, topic, { GET: pages.topic });
  registerRoute(app, author, { GET: pages.author });
  registerRoute(app, page, { GET: pages.sitePage });
  const feeds = feedHandlers(sources);
  registerRoute(app, '/feed.xml', { GET: feeds.all });
  registerRoute(app, `${topic}/feed.xml`, { GET: feeds.topic });
  registerRoute(app, `${author}/feed.xml`, { GET: feeds.author });
  registerRoute(app, '/sitemap.xml', { GET: sitemap.index });
  registerRoute(app, '/sitemap-pages.xml', { GET: sitemap.pages });
  registerRoute(app, '/sitemap-topics.xml', { GET: sitemap.topics });
  registerRoute(app, '/sitemap-authors.xml', { GET: sitemap.authors });
  // Hono has no parameter for a part of a path segment.
  registerRoute(app, '/:name{sitemap-[0-9a-f-]+\\.xml}', { GET: sitemap.posts });
  registerSiteRoutes(app, clientDir, sources);
  registerRoute(app, '/robots.txt', { GET: robotsHandler });
  return pages.missing;
}

/** Password managers look for the form here (https://www.w3.org/TR/change-password-url/). */
const openPasswordSection: Handler = (c) => respond(c, 302, null, { Location: `${pagePaths.account}#password` });
