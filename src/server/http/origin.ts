import type { Context } from 'hono';

/** Where the reader sees this site; a trusted proxy that ends TLS says that it is on https. */
export function publicOrigin(c: Context): string {
  const { host } = new URL(c.req.url);
  return `${c.get('visit').isHttps ? 'https' : 'http'}://${host}`;
}

/** Whether a page of this site asks: one that came over plain http to a site on https is not of this site. */
export function isFromThisSite(c: Context): boolean {
  return c.req.header('Origin') === publicOrigin(c);
}
