import type { MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';

/** One line a request. The path alone: a query or a header may carry a secret. */
export function requestLog(log: Logger): MiddlewareHandler {
  return async (c, next) => {
    const start = performance.now();
    await next();
    const ms = Math.round((performance.now() - start) * 10) / 10;
    log.info({ method: c.req.method, path: c.req.path, status: c.res.status, ms }, 'request');
  };
}
