import type { MiddlewareHandler } from 'hono';
import { type Directives, type Inline, pageDirectives, serializePolicy } from './content-security-policy.ts';
import { corsHeaders } from './cors-headers.ts';
import type { Addresses } from './ip-addresses.ts';
import { type RequestContext, requestContextOf } from './request-context.ts';
import type { Headers } from './respond.ts';

/** Headers of every response. This policy lets nothing load or run; a page has its own policy instead. */
const commonHeaders: Headers = {
  ...withPolicy({ 'default-src': "'none'" }),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
};

/** A year, in seconds. Without `includeSubDomains`, because others may own the subdomains. */
const https: Headers = { 'Strict-Transport-Security': 'max-age=31536000' };

/** Sets the request context. Must be the first middleware, because every other one reads the context. */
export function openRequestContext(proxies: Addresses, origins: string[], publicOrigin?: string): MiddlewareHandler {
  return (c, next) => {
    const context = requestContextOf(c, proxies, publicOrigin);
    context.headers = headersOfResponse(context, c.req.header('Origin'), origins);
    c.set('requestContext', context);
    return next();
  };
}

/**
 * Returns the headers of every response to a request.
 * @param origin the request's `Origin` header
 * @param origins other origins whose pages may call
 */
export function headersOfResponse(
  { id, isHttps }: Pick<RequestContext, 'id' | 'isHttps'>,
  origin: string | undefined,
  origins: string[],
): Headers {
  return { ...commonHeaders, ...(isHttps && https), ...corsHeaders(origin, origins), 'X-Request-Id': id };
}

/** Returns the policy of a page, which allows the page's inline scripts and styles besides the app's own files. */
export function pagePolicy(inline: Inline): Headers {
  return withPolicy(pageDirectives(import.meta.env?.VITE_API_HOST, inline));
}

/** The service worker fetches everything that pages show, including images from any host. */
export const workerPolicy = withPolicy({
  'default-src': "'none'",
  'script-src': "'self'",
  'connect-src': "'self' http: https:",
});

function withPolicy(directives: Directives): Headers {
  const whole = { ...directives, 'base-uri': "'none'", 'frame-ancestors': "'none'" };
  return { 'Content-Security-Policy': serializePolicy(whole) };
}
