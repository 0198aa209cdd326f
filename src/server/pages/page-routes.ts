import type { Handler, Hono } from 'hono';
import { pagePaths, pageTemplates } from '../../contract/paths.ts';
import { sharePath } from '../../contract/share-target.ts';
import { registrationNow } from '../accounts/registration-rules.ts';
import { type HandlerOf, registerRoute } from '../http/register-route.ts';
import { respond } from '../http/respond.ts';
import { registerSiteRoutes } from '../site/site-routes.ts';
import { pageAnswers } from './answer-page.ts';
import { feedHandlers } from './feed.ts';
import { homePage } from './home-page.ts';
import { namedListHandlers } from './named-list-pages.ts';
import type { PageDependencies } from './page-dependencies.ts';
import { canonicalPath, redirectPermanently } from './page-paths.ts';
import { openCreate, receiveShare } from './share-handler.ts';
import { robotsHandler, sitemapHandlers } from './sitemap.ts';
import { textPageHandlers } from './text-pages.ts';

/**
 * Registers every page, the feeds, the sitemaps and robots.txt. Registers none if the app was built for another
 * backend: this server does not have that backend's posts. Pages are complete documents, for first visits, crawlers and
 * readers without JavaScript. They are the same for everybody; the app in the browser adds the parts that depend on the
 * reader.
 * @returns the handler for pages that do not exist
 */
export function registerPageRoutes(app: Hono, clientDir: string, sources: PageDependencies): Handler | undefined {
  if (import.meta.env.VITE_API_HOST) return undefined;
  const answerPage = pageAnswers(clientDir, sources);
  const get = <Template extends string>(template: Template, handler: HandlerOf<Template>) =>
    registerRoute(app, template, { GET: handler });

  const missing: Handler = async (c) => {
    // Takes the path as it was sent: Hono's path is decoded, and may have characters that a header must not have.
    const { pathname, search } = new URL(c.req.url);
    const meant = canonicalPath(pathname);
    if (meant && meant !== pathname) return redirectPermanently(c, meant + search);
    // One cached page serves all missing paths, as it does not depend on the path.
    return answerPage(c, { key: 'missing', path: pagePaths.profile, kind: 'missing' });
  };

  const { landing, login, create, myBlogs, edit, versions, account, recover, topic, author } = pageTemplates;
  for (const path of [landing, login, create, myBlogs]) get(path, (c) => answerPage(c, { key: path, path }));
  // These pages are for an author alone. The server renders none of the author's data, so one cached page serves all
  // authors.
  for (const path of [edit, versions, account, recover])
    get(path, (c) => answerPage(c, { key: path, path, kind: 'private' }));
  get(pageTemplates.register, async (c) => {
    const path = pagePaths.register;
    const state = await registrationNow(sources.store.reads, sources.registration);
    const shown = async () => (state === 'open' ? {} : { registration: state });
    return answerPage(c, { key: `${path} ${state}`, path, shown });
  });
  get(pageTemplates.home, homePage(sources, answerPage));
  const texts = textPageHandlers(sources.store, answerPage);
  get(pageTemplates.blog, texts.blog);
  get(pageTemplates.page, texts.sitePage);
  const lists = namedListHandlers(sources, answerPage, missing);
  get(topic, lists.topic);
  get(author, lists.author);
  const feeds = feedHandlers(sources);
  get('/feed.xml', feeds.all);
  get(`${topic}/feed.xml`, feeds.topic);
  get(`${author}/feed.xml`, feeds.author);
  const sitemap = sitemapHandlers(sources);
  get('/sitemap.xml', sitemap.index);
  get('/sitemap-pages.xml', sitemap.pages);
  get('/sitemap-topics.xml', sitemap.topics);
  get('/sitemap-authors.xml', sitemap.authors);
  // Hono has no parameter for a part of a path segment.
  get('/:name{sitemap-[0-9a-f-]+\\.xml}', sitemap.posts);
  get('/robots.txt', robotsHandler);
  // Password managers look here for the form to change a password (https://www.w3.org/TR/change-password-url/).
  get('/.well-known/change-password', (c) => respond(c, 302, null, { Location: `${pagePaths.account}#password` }));
  registerRoute(app, sharePath, { GET: openCreate, POST: receiveShare(sources.site) });
  registerSiteRoutes(app, clientDir, sources);
  return missing;
}
