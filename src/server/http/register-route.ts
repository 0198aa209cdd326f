import type { Env, Handler, Hono } from 'hono';
import { HttpError } from '../process/http-error.ts';
import { preflightHeaders } from './cors-headers.ts';
import { withIfMatch, withPreconditions } from './preconditions.ts';
import { respond } from './respond.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A handler for a path template; `c.req.param` knows the template's parameters. */
export type HandlerOf<Template extends string> = Handler<Env, Template>;

/** Registers a path's handlers. Any other method gets 405 with `Allow`; OPTIONS gets 204 with the same header. */
export function registerRoute<Template extends string>(
  app: Hono,
  path: Template,
  handlers: Partial<Record<Method, HandlerOf<Template>>>,
): void {
  const methods = Object.keys(handlers).flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  const headers = { Allow: [...methods, 'OPTIONS'].join(', ') };
  const read: Handler | undefined = handlers.GET;
  for (const [method, handler] of Object.entries<Handler>(handlers))
    app.on(method, path, method === 'GET' ? withIfMatch(handler) : withPreconditions(handler, read));
  app.options(path, (c) => respond(c, 204, null, { ...headers, ...preflightHeaders(c, methods) }));
  app.all(path, () => {
    throw new HttpError('method_not_allowed', { headers });
  });
}
