import { type Handler, Hono } from 'hono';
import type { Logger } from 'pino';
import { isBackendPath } from '../../contract/paths.ts';
import { Refusal } from '../refusal.ts';
import type { Store } from '../store/schema.ts';
import { accountHandlers } from './accounts.ts';
import { healthHandler } from './health.ts';
import { postHandlers } from './posts.ts';
import { problemResponse, refusalOf } from './problem.ts';
import { requestLog } from './request-log.ts';
import { siteHandler } from './site.ts';

type Method = 'GET' | 'POST' | 'DELETE';

/** The eight calls of the specification (section 7), the health of the server, and the built app for every other path. */
export function createApp(store: Store, log: Logger, clientDir?: string): Hono {
  const app = new Hono();
  const accounts = accountHandlers(store);
  const posts = postHandlers(store);

  app.use(requestLog(log));
  app.use((c, next) => {
    c.header('X-Content-Type-Options', 'nosniff');
    return next();
  });

  offer(app, '/auth/register', { POST: accounts.register });
  offer(app, '/auth/login', { POST: accounts.logIn });
  offer(app, '/auth/me', { GET: accounts.profile });
  offer(app, '/blog/posts', { GET: posts.list, POST: posts.create });
  offer(app, '/blog/posts/:id', { GET: posts.read, DELETE: posts.remove });
  offer(app, '/blog/users/:userId/posts', { GET: posts.listOfUser });
  offer(app, '/healthz', { GET: healthHandler(store) });

  const site = clientDir === undefined ? nothingHere : siteHandler(clientDir);
  app.all('*', (c, next) => (isBackendPath(c.req.path) ? nothingHere(c, next) : site(c, next)));

  app.onError((error) => {
    const refusal = refusalOf(error, store.isUnavailable);
    if (refusal.code === 'internal') log.error({ err: error }, 'an error nobody foresaw');
    if (refusal.code === 'unavailable') log.warn({ err: error }, 'the database does not answer');
    return problemResponse(refusal);
  });
  return app;
}

/** What a path offers; of any other method it says so (405), and OPTIONS says it without being refused. */
function offer(app: Hono, path: string, handlers: Partial<Record<Method, Handler>>): void {
  const methods = Object.keys(handlers).flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  const headers = { Allow: [...methods, 'OPTIONS'].join(', ') };
  for (const [method, handler] of Object.entries(handlers)) app.on(method, path, handler);
  app.options(path, (c) => c.body(null, 204, headers));
  app.all(path, () => {
    throw new Refusal('method_not_allowed', { headers });
  });
}

const nothingHere: Handler = () => {
  throw new Refusal('path_not_found');
};
