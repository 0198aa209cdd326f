import { type Handler, Hono } from 'hono';
import type { Logger } from 'pino';
import { offerPages } from '../pages/offer.ts';
import { Refusal } from '../refusal.ts';
import type { Store } from '../store/schema.ts';
import { accountHandlers } from './accounts.ts';
import { healthHandler } from './health.ts';
import { keptDocuments } from './kept-documents.ts';
import { offer } from './offer.ts';
import { postHandlers } from './posts.ts';
import { problemResponse, refusalOf } from './problem.ts';
import { requestLog } from './request-log.ts';
import { offerSite } from './site.ts';

/** The eight calls of the specification (section 7), the health of the server, the public pages, and the built app. */
export function createApp(store: Store, log: Logger, clientDir?: string): Hono {
  const app = new Hono();
  const accounts = accountHandlers(store);
  const kept = keptDocuments();
  const posts = postHandlers(store, kept);

  app.use(requestLog(log));

  offer(app, '/auth/register', { POST: accounts.register });
  offer(app, '/auth/login', { POST: accounts.logIn });
  offer(app, '/auth/me', { GET: accounts.profile });
  offer(app, '/blog/posts', { GET: posts.list, POST: posts.create });
  offer(app, '/blog/posts/:id', { GET: posts.read, DELETE: posts.remove });
  offer(app, '/blog/users/:userId/posts', { GET: posts.listOfUser });
  offer(app, '/healthz', { GET: healthHandler(store) });

  app.all('/auth/*', nothingHere);
  app.all('/blog/posts/*', nothingHere);
  app.all('/blog/users/*', nothingHere);
  app.all('/healthz/*', nothingHere);
  if (clientDir === undefined) app.all('*', nothingHere);
  else offerSite(app, clientDir, offerPages(app, clientDir, store, kept));

  app.onError((error) => {
    const refusal = refusalOf(error, store.isUnavailable);
    if (refusal.code === 'internal') log.error({ err: error }, 'an error nobody foresaw');
    if (refusal.code === 'unavailable') log.warn({ err: error }, 'the database does not answer');
    return problemResponse(refusal);
  });
  return app;
}

const nothingHere: Handler = () => {
  throw new Refusal('path_not_found');
};
