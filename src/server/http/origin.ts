import type { Context } from 'hono';

/**
 * Where the reader sees this site, for addresses in pages and feeds. Behind a proxy that ends TLS the request came by
 * http; the proxy says so in `X-Forwarded-Proto`, of which only the step up to https is believed: it opens nothing.
 */
export function publicOrigin(c: Context): string {
  const url = new URL(c.req.url);
  return c.req.header('X-Forwarded-Proto') === 'https' ? `https://${url.host}` : url.origin;
}

/**
 * Whether a page of this site asks. Behind a proxy that ends TLS its scheme is https and ours is not; a page that came
 * over plain http to a site on https is not of this site, whoever sent it.
 */
export function isFromThisSite(c: Context): boolean {
  const own = new URL(c.req.url);
  const origin = c.req.header('Origin');
  return origin === own.origin || origin === `https://${own.host}`;
}
