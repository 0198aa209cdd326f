import type { MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';

/** In characters; what is longer was written to fill a disk. */
const longestPath = 300;

/** One line a request. The path alone: a query or a header may carry a secret. */
export function requestLog(log: Logger): MiddlewareHandler {
  return async (c, next) => {
    const start = performance.now();
    await next();
    const ms = Math.round((performance.now() - start) * 10) / 10;
    const { id } = c.get('visit');
    log.info({ id, method: c.req.method, path: printable(c.req.path), status: c.res.status, ms }, 'request');
  };
}

/** A log is read in a terminal, where more than a line's end can do harm: what is no printable ASCII stays encoded. */
function printable(path: string): string {
  return path
    .slice(0, longestPath)
    .toWellFormed()
    .replaceAll(/[^\x21-\x7e]+/g, encodeURIComponent);
}
