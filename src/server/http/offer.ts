import type { Handler, Hono } from 'hono';
import { Refusal } from '../refusal.ts';
import { preflightHeaders } from './cors.ts';
import { respond } from './response.ts';

type Method = 'GET' | 'POST' | 'DELETE';

/** What a path offers; of any other method it says so (405), and OPTIONS says it without being refused. */
export function offer(app: Hono, path: string, handlers: Partial<Record<Method, Handler>>): void {
  const methods = Object.keys(handlers).flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  const headers = { Allow: [...methods, 'OPTIONS'].join(', ') };
  for (const [method, handler] of Object.entries(handlers)) app.on(method, path, handler);
  app.options(path, (c) => respond(c, 204, null, { ...headers, ...preflightHeaders(c, methods) }));
  app.all(path, () => {
    throw new Refusal('method_not_allowed', { headers });
  });
}
