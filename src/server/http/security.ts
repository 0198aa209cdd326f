import { createHash } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import type { Addresses } from '../addresses.ts';
import { corsHeaders } from './cors.ts';
import type { Headers } from './response.ts';
import { visitOf } from './visit.ts';

/** Nothing may be done with an answer but read it: for whatever is no page. */
const inertPolicy = policyOf({ 'default-src': "'none'" });

/** Of every answer; a page brings a policy of its own. */
export const ofEveryAnswer: Headers = {
  'Content-Security-Policy': inertPolicy,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
};

/** A year, in seconds. Without its subdomains, which may not be ours. */
const https: Headers = { 'Strict-Transport-Security': 'max-age=31536000' };

/** Opens the visit, before anything else is done with it. */
export function openVisit(proxies: Addresses, origins: string[]): MiddlewareHandler {
  return (c, next) => {
    const visit = visitOf(c, proxies);
    visit.headers = {
      ...ofEveryAnswer,
      ...(visit.isHttps && https),
      ...corsHeaders(c, origins),
      'X-Request-Id': visit.id,
    };
    c.set('visit', visit);
    return next();
  };
}

/**
 * What the app's pages need, and nothing more: no script but our files, no style but those and the page's own.
 * @param styles the text of each style element
 */
export function pagePolicy(styles: string[] = []): Headers {
  const backend = import.meta.env?.VITE_API_HOST;
  return withPolicy({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': ["'self'", ...styles.map(hashOf)].join(' '),
    // A post's picture may be anywhere.
    'img-src': "'self' http: https: data:",
    'connect-src': backend ? `'self' ${new URL(backend).origin}` : "'self'",
    'manifest-src': "'self'",
    'worker-src': "'self'",
    'form-action': "'self'",
    'require-trusted-types-for': "'script'",
    // workbox-window is given the address of the worker by a policy of this name (src/data/worker.ts).
    'trusted-types': 'worker',
  });
}

/** The worker fetches what pages show: pictures from anywhere too. */
export const workerPolicy = withPolicy({
  'default-src': "'none'",
  'script-src': "'self'",
  'connect-src': "'self' http: https:",
});

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

function withPolicy(directives: Record<string, string>): Headers {
  return { 'Content-Security-Policy': policyOf(directives) };
}

function policyOf(directives: Record<string, string>): string {
  return Object.entries({ ...directives, 'base-uri': "'none'", 'frame-ancestors': "'none'" })
    .map((directive) => directive.join(' '))
    .join('; ');
}
