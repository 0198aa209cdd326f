import { type ErrorHandler, type Handler, Hono } from 'hono';
import type { Logger } from 'pino';
import { problemTemplate } from '../contract/problems.ts';
import { type AttemptQuotas, defaultQuotas } from './access/attempt-quotas.ts';
import { limitedAttempts } from './access/limited-attempts.ts';
import { loginRoutes } from './accounts/login-routes.ts';
import { ownAccountRoutes } from './accounts/own-account-routes.ts';
import { recoveryRoutes } from './accounts/recovery-routes.ts';
import type { RegistrationRule } from './accounts/registration-rules.ts';
import { createDocumentCache } from './http/document-cache.ts';
import { healthRoutes } from './http/health.ts';
import { type Addresses, noAddresses } from './http/ip-addresses.ts';
import { createMetrics, type Metrics, metricsHandler } from './http/metrics.ts';
import { openApiHandler } from './http/openapi.ts';
import { httpErrorOf, problemResponse } from './http/problem-document.ts';
import { registerRoute } from './http/register-route.ts';
import { requestLog } from './http/request-log.ts';
import { openRequestContext } from './http/security-headers.ts';
import { registerStaticFiles } from './http/static-files.ts';
import { warnOfMissingSettings } from './http/warn-of-missing-settings.ts';
import { defaultUploadLimits, sharesOfImages, type UploadLimits } from './images/image-limits.ts';
import { imageRoutes } from './images/image-routes.ts';
import { feedContents } from './pages/feed-contents.ts';
import { registerPageRoutes } from './pages/page-routes.ts';
import { problemPage } from './pages/problem-page.ts';
import { openRenderLanes, type RenderJob } from './pages/render-lanes.ts';
import { negotiateErrorPage } from './pages/static-error-page.ts';
import { passkeyRoutes } from './passkeys/passkey-routes.ts';
import type { PostIndexer } from './posts/post-index.ts';
import { createPostLists, documentQueueBounds } from './posts/post-lists.ts';
import { postRoutes } from './posts/post-routes.ts';
import { defaultPostingLimits, type PostingLimits, sharesOfPosts } from './posts/posting-limits.ts';
import { HttpError } from './process/http-error.ts';
import type { Threads } from './process/thread-lanes.ts';
import { WorkQueue } from './process/work-queue.ts';
import { createSearch } from './search/create-search.ts';
import type { Indexing } from './search/index-posts.ts';
import { searchAnswers } from './search/search-route.ts';
import { type SiteFinder, siteFinder } from './site/site-finder.ts';
import type { Store } from './store/schema.ts';

export type AppOptions = {
  quotas?: AttemptQuotas | undefined;
  postingLimits?: PostingLimits | undefined;
  uploadLimits?: UploadLimits | undefined;
  /** Proxies whose `X-Forwarded-For`, `X-Forwarded-Proto`, `X-Request-Id` and `Host` are trusted. Unset: none. */
  trustProxy?: Addresses | undefined;
  /**
   * The site's origin, such as `https://blog.example`. Unset: the origin of the requested host, if that certainly names
   * this server.
   */
  publicOrigin?: string | undefined;
  /** Who may register. Unset: everybody. */
  registration?: RegistrationRule | undefined;
  /** Other origins whose pages may call this server. */
  corsOrigins?: string[] | undefined;
  /** Unset: pages are rendered on the main thread. */
  renderThreads?: Threads<RenderJob> | undefined;
  /** Bearer token for `/metrics`. Unset: the path does not exist, and nothing is counted. */
  metricsToken?: string | undefined;
};

/**
 * Assembles the app: every call, OpenAPI, metrics and the pages that explain problems. With `clientDir`, also the built
 * app and its rendered pages.
 */
export function createApp(
  store: Store,
  log: Logger,
  access: AppOptions,
  { indexer, indexing }: { indexer: PostIndexer; indexing: Indexing },
  clientDir?: string,
): Hono {
  const {
    quotas = defaultQuotas,
    postingLimits = defaultPostingLimits,
    uploadLimits = defaultUploadLimits,
    trustProxy = noAddresses,
    corsOrigins = [],
    metricsToken,
    registration = 'open',
    publicOrigin,
    renderThreads,
  } = access;
  const app = new Hono();
  const site = siteFinder(store);
  const attempts = limitedAttempts(store, log, quotas);
  const documentCache = createDocumentCache();
  const documents = new WorkQueue(documentQueueBounds);
  const lists = createPostLists(store, documentCache, documents);
  const searches = createSearch(store, lists, indexing);
  const lanes = openRenderLanes(clientDir ?? '', renderThreads);
  const posts = { store, documentCache, documents, lists, answerSearch: searchAnswers(searches) };

  app.use(openRequestContext(trustProxy, corsOrigins, publicOrigin), requestLog(log), warnOfMissingSettings(log));
  const metrics = metricsToken === undefined ? undefined : createMetrics();
  if (metrics) app.use(metrics.observe);

  const routes = [
    ...loginRoutes(store, attempts, registration),
    ...ownAccountRoutes(store, log, attempts),
    ...recoveryRoutes(store, attempts),
    ...passkeyRoutes(store, attempts, site),
    ...postRoutes(posts, sharesOfPosts(postingLimits), indexer),
    ...imageRoutes(store, sharesOfImages(uploadLimits), log),
    ...healthRoutes(store),
  ];
  for (const { template, calls } of routes) {
    const handlers = Object.entries(calls).map(([method, { answer }]) => [method, answer]);
    registerRoute(app, template, Object.fromEntries(handlers));
  }
  registerRoute(app, '/openapi.json', { GET: openApiHandler(routes) });
  if (metrics && metricsToken) registerRoute(app, '/metrics', { GET: metricsHandler(metrics, metricsToken) });
  registerRoute(app, problemTemplate, { GET: problemPage(site) });
  for (const folder of ['auth', 'blog/posts', 'blog/users', 'images', 'healthz', 'metrics', 'problems'])
    app.all(`/${folder}/*`, nothingHere);
  if (clientDir === undefined) app.all('*', nothingHere);
  else {
    const pages = {
      ...posts,
      site,
      searches,
      registration,
      lanes,
      feedContents: feedContents(lanes, documentCache, log),
    };
    registerStaticFiles(app, clientDir, registerPageRoutes(app, clientDir, pages));
  }
  app.onError(errorHandler(store, log, site, metrics));
  return app;
}

const nothingHere: Handler = () => {
  throw new HttpError('path_not_found');
};

function errorHandler(store: Store, log: Logger, site: SiteFinder, metrics: Metrics | undefined): ErrorHandler {
  return (error, c) => {
    const { id } = c.get('requestContext');
    const refusal = httpErrorOf(error, store.isUnavailable);
    metrics?.countError(refusal.code);
    if (refusal.code === 'internal') log.error({ id, err: error }, 'unexpected error; answering 500');
    if (refusal.code === 'unavailable') log.warn({ id, err: error }, 'the database does not answer; answering 503');
    return negotiateErrorPage(c, refusal, site.lastKnownName()) ?? problemResponse(c, refusal);
  };
}
