import type { MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';

/** Logs one line for each request, without its query and headers, which may carry a secret. */
export function requestLog(log: Logger): MiddlewareHandler {
  return async (c, next) => {
    const start = performance.now();
    await next();
    const ms = Math.round((performance.now() - start) * 10) / 10;
    const { id } = c.get('requestContext');
    log.info({ id, method: c.req.method, path: c.req.path, status: c.res.status, ms }, 'request');
  };
}
