import { type Handler, Hono } from 'hono';
import type { Logger } from 'pino';
import { accountTemplates } from '../contract/account-paths.ts';
import { callTemplates } from '../contract/paths.ts';
import { problemTemplate } from '../contract/problems.ts';
import { type AttemptQuotas, defaultQuotas } from './access/attempt-quotas.ts';
import { limitedAttempts } from './access/limited-attempts.ts';
import { accountHandlers } from './accounts/account-routes.ts';
import { ownAccountHandlers } from './accounts/own-account-routes.ts';
import { passkeyHandlers } from './accounts/passkeys/passkey-routes.ts';
import { recoveryHandlers } from './accounts/recovery-routes.ts';
import type { RegistrationRule } from './accounts/registration-rules.ts';
import { routeCalls } from './calls.ts';
import { createDocumentCache } from './http/document-cache.ts';
import { healthHandler } from './http/health.ts';
import { type Addresses, noAddresses } from './http/ip-addresses.ts';
import { createMetrics, metricsHandler } from './http/metrics.ts';
import { openApiHandler } from './http/openapi.ts';
import { httpErrorOf, problemResponse } from './http/problem-document.ts';
import { registerRoute } from './http/register-route.ts';
import { requestLog } from './http/request-log.ts';
import { openRequestContext } from './http/security-headers.ts';
import { registerStaticFiles } from './http/static-files.ts';
import { warnOfMissingSettings } from './http/warn-of-missing-settings.ts';
import { defaultUploadLimits, type UploadLimits } from './images/image-limits.ts';
import { imageHandlers } from './images/image-routes.ts';
import { feedContents } from './pages/feed-contents.ts';
import { registerPageRoutes } from './pages/page-routes.ts';
import { problemPage } from './pages/problem-page.ts';
import { openRenderLanes, type RenderJob } from './pages/render-lanes.ts';
import { negotiateErrorPage } from './pages/static-error-page.ts';
import type { PostIndexer } from './posts/post-index.ts';
import { createPostLists, documentQueueBounds } from './posts/post-lists.ts';
import { postHandlers } from './posts/post-routes.ts';
import { defaultPostingLimits, type PostingLimits } from './posts/posting-limits.ts';
import { versionHandlers } from './posts/version-routes.ts';
import { HttpError } from './process/http-error.ts';
import type { Threads } from './process/thread-lanes.ts';
import { WorkQueue } from './process/work-queue.ts';
import { createSearch } from './search/create-search.ts';
import type { Indexing } from './search/index-posts.ts';
import { siteFinder } from './site/site-finder.ts';
import type { Store } from './store/schema.ts';

export type AppOptions = {
  quotas?: AttemptQuotas | undefined;
  postingLimits?: PostingLimits | undefined;
  uploadLimits?: UploadLimits | undefined;
  /** Proxies whose `X-Forwarded-For`, `X-Forwarded-Proto`, `X-Request-Id` and `Host` are trusted. Unset: none. */
  trustProxy?: Addresses | undefined;
  /** The site's origin, such as `https://blog.example`. Unset: the requested host, if it is plainly this server's. */
  publicOrigin?: string | undefined;
  /** Who may register. Unset: anybody. */
  registration?: RegistrationRule | undefined;
  /** Other origins whose pages may call this server. */
  corsOrigins?: string[] | undefined;
  /** Unset: pages are rendered on the main thread. */
  renderThreads?: Threads<RenderJob> | undefined;
  /** Bearer token for `/metrics`. Unset: the path does not exist, and nothing is counted. */
  metricsToken?: string | undefined;
};

/** What goes on beside the answers. */
export type BackgroundServices = {
  indexer: PostIndexer;
  indexing: Indexing;
};

/**
 * The eight calls of the specification (section 7), editing, health, OpenAPI and metrics, and with `clientDir` the built app and
 * its rendered pages.
 */
export function createApp(
  store: Store,
  log: Logger,
  access: AppOptions,
  { indexer, indexing }: BackgroundServices,
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
  const accounts = accountHandlers(store, log, attempts, registration);
  const ownAccount = ownAccountHandlers(store, log, attempts);
  const recovery = recoveryHandlers(store, attempts);
  const passkeys = passkeyHandlers(store, log, attempts, site);
  const documentCache = createDocumentCache();
  const documents = new WorkQueue(documentQueueBounds);
  const lists = createPostLists(store, documentCache, documents);
  const searches = createSearch(store, lists, indexing);
  const lanes = openRenderLanes(clientDir ?? '', renderThreads);
  const texts = feedContents(lanes, documentCache, log);
  const posts = postHandlers(store, documentCache, lists, searches, documents, postingLimits, indexer);
  const versions = versionHandlers(store);
  const images = imageHandlers(store, uploadLimits, log);

  app.use(openRequestContext(trustProxy, corsOrigins, publicOrigin));
  app.use(requestLog(log));
  app.use(warnOfMissingSettings(log));
  const metrics = metricsToken === undefined ? undefined : createMetrics();
  if (metrics) app.use(metrics.observe);

  routeCalls(app, {
    [callTemplates.register]: { POST: accounts.register },
    [callTemplates.login]: { POST: accounts.logIn },
    [callTemplates.profile]: { GET: accounts.profile },
    [accountTemplates.name]: { PUT: ownAccount.putName },
    [accountTemplates.password]: { PUT: ownAccount.putPassword },
    [accountTemplates.sessions]: { GET: ownAccount.sessions, DELETE: ownAccount.endAll },
    [accountTemplates.session]: { DELETE: ownAccount.endOne },
    [accountTemplates.logout]: { POST: ownAccount.logOut },
    [accountTemplates.recoveryCodes]: { GET: recovery.codesLeft, POST: recovery.makeCodes },
    [accountTemplates.recover]: { POST: recovery.recover },
    [accountTemplates.reset]: { POST: recovery.reset },
    [accountTemplates.deleteAccount]: { POST: ownAccount.deleteOne },
    [accountTemplates.passkeys]: { GET: passkeys.list, POST: passkeys.add },
    [accountTemplates.passkeyOptions]: { POST: passkeys.options },
    [accountTemplates.passkeyLoginOptions]: { POST: passkeys.loginOptions },
    [accountTemplates.passkeyLogin]: { POST: passkeys.logIn },
    [accountTemplates.passkey]: { DELETE: passkeys.remove },
    [callTemplates.posts]: { GET: posts.list, POST: posts.create },
    // Before the template that it would match.
    [callTemplates.importPost]: { POST: posts.bringIn },
    [callTemplates.post]: { GET: posts.read, PUT: posts.edit, DELETE: posts.remove },
    [callTemplates.versions]: { GET: versions.list },
    [callTemplates.version]: { GET: versions.read },
    [callTemplates.userPosts]: { GET: posts.listOfUser },
    [callTemplates.image]: { GET: images.read, PUT: images.put },
    '/healthz': { GET: healthHandler(store) },
  });

  registerRoute(app, '/openapi.json', { GET: openApiHandler });
  if (metrics && metricsToken) registerRoute(app, '/metrics', { GET: metricsHandler(metrics, metricsToken) });

  registerRoute(app, problemTemplate, { GET: problemPage(site) });

  for (const folder of ['auth', 'blog/posts', 'blog/users', 'images', 'healthz', 'metrics', 'problems'])
    app.all(`/${folder}/*`, nothingHere);
  if (clientDir === undefined) app.all('*', nothingHere);
  else
    registerStaticFiles(
      app,
      clientDir,
      registerPageRoutes(app, clientDir, {
        store,
        site,
        documentCache,
        lists,
        searches,
        documents,
        registration,
        lanes,
        feedContents: texts,
      }),
    );

  app.onError((error, c) => {
    const { id } = c.get('requestContext');
    const refusal = httpErrorOf(error, store.isUnavailable);
    metrics?.countError(refusal.code);
    if (refusal.code === 'internal') log.error({ id, err: error }, 'unexpected error; answering 500');
    if (refusal.code === 'unavailable') log.warn({ id, err: error }, 'the database does not answer; answering 503');
    return negotiateErrorPage(c, refusal, site.lastKnownName()) ?? problemResponse(c, refusal);
  });
  return app;
}

const nothingHere: Handler = () => {
  throw new HttpError('path_not_found');
};
