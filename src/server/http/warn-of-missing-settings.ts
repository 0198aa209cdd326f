import type { MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';
import { isOwnHost } from './public-origin.ts';

const forwardingHeaders = ['X-Forwarded-For', 'X-Forwarded-Proto', 'Forwarded'];

/**
 * Warns when a request suggests that a setting is missing. Logs each warning once, because anybody could send such
 * requests and fill the log. Must run after `openRequestContext`.
 */
export function warnOfMissingSettings(log: Logger): MiddlewareHandler {
  let [hasWarnedOfProxy, hasWarnedOfHost] = [false, false];
  return (c, next) => {
    const { isProxied, address, publicOrigin } = c.get('requestContext');
    const forwarded = isProxied || hasWarnedOfProxy ? [] : forwardingHeaders.filter((name) => c.req.header(name));
    if (forwarded.length > 0) {
      hasWarnedOfProxy = true;
      log.warn(
        { address, headers: forwarded },
        'the forwarding headers of an unknown proxy are ignored: if it is yours, name its address in TRUST_PROXY',
      );
    }
    if (publicOrigin === undefined && !hasWarnedOfHost && !isOwnHost(c)) {
      hasWarnedOfHost = true;
      log.warn(
        { host: new URL(c.req.url).host },
        'under this host, pages have no canonical address and there is no sitemap: set PUBLIC_ORIGIN if it is yours',
      );
    }
    return next();
  };
}
