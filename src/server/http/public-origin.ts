import type { Context } from 'hono';

/**
 * Returns the site's public origin, for absolute URLs. Uses the requested host only if it certainly names this server.
 * Otherwise invented `Host` headers could fill the cache with pages that name other sites.
 * @returns `undefined` if PUBLIC_ORIGIN is not set and the host might belong to another server
 */
export function publicOrigin(c: Context): string | undefined {
  return c.get('requestContext').publicOrigin ?? (isOwnHost(c) ? requestedOrigin(c) : undefined);
}

/**
 * Whether the requested host names this server. It does if a trusted proxy passed it on, or if it is `localhost` or the
 * connection's local address, with the connection's port.
 */
export function isOwnHost(c: Context): boolean {
  const { isProxied, localAddress, localPort } = c.get('requestContext');
  if (isProxied) return true;
  const { hostname, port, protocol } = new URL(c.req.url);
  const askedPort = Number(port || (protocol === 'https:' ? 443 : 80));
  if (localPort !== undefined && askedPort !== localPort) return false;
  return hostname === 'localhost' || hostname.replace(/^\[|\]$/g, '') === localAddress?.replace(/^::ffff:/i, '');
}

/** Whether a page of this site sent the request. On an https site, pages loaded over http do not count. */
export function isFromThisSite(c: Context): boolean {
  const origin = c.req.header('Origin');
  return origin !== undefined && [requestedOrigin(c), c.get('requestContext').publicOrigin].includes(origin);
}

/** Returns the origin of the requested host. A trusted proxy that ends TLS says whether the client used https. */
function requestedOrigin(c: Context): string {
  const { host } = new URL(c.req.url);
  return `${c.get('requestContext').isHttps ? 'https' : 'http'}://${host}`;
}
