import { createHash } from 'node:crypto';

/** The directives of a Content-Security-Policy, by their names. */
export type Directives = Record<string, string>;

/** The contents of a page's inline script and style elements. */
export type Inline = { scripts?: string[]; styles?: string[] };

/** Returns the contents of the inline scripts of a built page. */
export const inlineScriptsOf = (page: string): string[] =>
  // regexp input: at most 20,000 characters of the built page
  [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text = '']) => text);

/**
 * Returns directives that allow only what the app's pages need. Scripts and styles load from the app's own files;
 * inline scripts and styles are allowed by hash. The server sends the policy as a header. A build for another backend
 * writes the policy into the page, because the page's host may send no header.
 * @param backend URL of the backend, if it is on another origin than the page
 */
export function pageDirectives(backend: string | undefined, { scripts = [], styles = [] }: Inline = {}): Directives {
  return {
    'default-src': "'none'",
    'script-src': ["'self'", ...scripts.map(hashOf)].join(' '),
    'style-src': ["'self'", ...styles.map(hashOf)].join(' '),
    // A post's image may be on any host.
    'img-src': "'self' http: https: data:",
    'connect-src': backend ? `'self' ${new URL(backend).origin}` : "'self'",
    'manifest-src': "'self'",
    'worker-src': "'self'",
    'form-action': "'self'",
    'require-trusted-types-for': "'script'",
    // The page starts its workers through this policy (src/device/trusted-script.ts).
    'trusted-types': 'worker',
    'base-uri': "'none'",
  };
}

/** Returns the policy's text, for the header or the meta element. */
export function serializePolicy(directives: Directives): string {
  return Object.entries(directives)
    .map((directive) => directive.join(' '))
    .join('; ');
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
