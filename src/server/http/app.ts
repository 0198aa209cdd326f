import { type Handler, Hono } from 'hono';
import type { Logger } from 'pino';
import { type Addresses, noAddresses } from '../addresses.ts';
import { refusedPage } from '../pages/notice.ts';
import { offerPages } from '../pages/offer.ts';
import { type Quotas, usualQuotas } from '../quotas.ts';
import { Refusal } from '../refusal.ts';
import type { Store } from '../store/schema.ts';
import { accountHandlers } from './accounts.ts';
import { healthHandler } from './health.ts';
import { keptDocuments } from './kept-documents.ts';
import { createMetrics, metricsHandler } from './metrics.ts';
import { offer } from './offer.ts';
import { openApiHandler } from './openapi.ts';
import { postHandlers } from './posts.ts';
import { problemResponse, refusalOf } from './problem.ts';
import { requestLog } from './request-log.ts';
import { openVisit } from './security.ts';
import { offerSite } from './site.ts';

/** Who gets in, and how often they may try. */
export type Access = {
  quotas?: Quotas | undefined;
  /** Of whom it is believed whom they ask for. */
  trustProxy?: Addresses | undefined;
  /** Whose pages may call, besides those of this origin. */
  corsOrigins?: string[] | undefined;
  /** What opens `/metrics`; unset: nothing does, and nothing is counted. */
  metricsToken?: string | undefined;
};

/** The eight calls of the specification (section 7), the health of the server, the public pages, and the built app. */
export function createApp(store: Store, log: Logger, access: Access, clientDir?: string): Hono {
  const { quotas = usualQuotas, trustProxy = noAddresses, corsOrigins = [], metricsToken } = access;
  const app = new Hono();
  const accounts = accountHandlers(store, log, quotas);
  const kept = keptDocuments();
  const posts = postHandlers(store, kept);

  app.use(openVisit(trustProxy, corsOrigins));
  app.use(requestLog(log));
  const metrics = metricsToken === undefined ? undefined : createMetrics();
  if (metrics) app.use(metrics.observe);

  offer(app, '/auth/register', { POST: accounts.register });
  offer(app, '/auth/login', { POST: accounts.logIn });
  offer(app, '/auth/me', { GET: accounts.profile });
  offer(app, '/blog/posts', { GET: posts.list, POST: posts.create });
  offer(app, '/blog/posts/:id', { GET: posts.read, DELETE: posts.remove });
  offer(app, '/blog/users/:userId/posts', { GET: posts.listOfUser });
  offer(app, '/healthz', { GET: healthHandler(store) });

  offer(app, '/openapi.json', { GET: openApiHandler });
  if (metrics && metricsToken) offer(app, '/metrics', { GET: metricsHandler(metrics, metricsToken) });

  app.all('/auth/*', nothingHere);
  app.all('/blog/posts/*', nothingHere);
  app.all('/blog/users/*', nothingHere);
  app.all('/healthz/*', nothingHere);
  if (clientDir === undefined) app.all('*', nothingHere);
  else offerSite(app, clientDir, offerPages(app, clientDir, store, kept));

  app.onError((error, c) => {
    const { id } = c.get('visit');
    const refusal = refusalOf(error, store.isUnavailable);
    if (refusal.code === 'internal') log.error({ id, err: error }, 'an error nobody foresaw');
    if (refusal.code === 'unavailable') log.warn({ id, err: error }, 'the database does not answer');
    return refusedPage(c, refusal) ?? problemResponse(c, refusal);
  });
  return app;
}

const nothingHere: Handler = () => {
  throw new Refusal('path_not_found');
};
