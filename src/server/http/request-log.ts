import type { MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';

/** In characters. A longer path is likely meant to fill the disk, so only its beginning is logged. */
const longestPath = 300;

/** Logs one line for each request, without its query and headers, which may carry a secret. */
export function requestLog(log: Logger): MiddlewareHandler {
  return async (c, next) => {
    const start = performance.now();
    await next();
    const ms = Math.round((performance.now() - start) * 10) / 10;
    const { id } = c.get('requestContext');
    log.info({ id, method: c.req.method, path: printable(c.req.path), status: c.res.status, ms }, 'request');
  };
}

/** Encodes all but printable ASCII: a log is read in a terminal, where control characters can do harm. */
export function printable(path: string): string {
  return path
    .slice(0, longestPath)
    .toWellFormed()
    .replaceAll(/[^\x21-\x7e]+/g, encodeURIComponent);
}
