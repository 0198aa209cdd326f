import { assetPathsIn } from '../device/updates/asset-paths-in-html.ts';

const types: [ending: RegExp, type: RegExp][] = [
  [/\.js$/, /^(?:text|application)\/(?:x-)?(?:java|ecma)script\b/i],
  [/\.css$/, /^text\/css\b/i],
  [/\.html$/, /^text\/html\b/i],
  [/\.(?:svg|webp|png)$/, /^image\//i],
  // Hosts differ in the type they send for other files, such as the web manifest; only HTML is always wrong.
  [/$/, /^(?!text\/html\b)/i],
];

/**
 * Returns whether the response is OK and its media type fits the file name. During a deploy, many hosts answer with 200
 * and an HTML page for a file that they lack.
 */
export function hasExpectedType(url: string, response: Response): boolean {
  const { pathname } = new URL(url, 'https://any.example');
  const type = types.find(([ending]) => ending.test(pathname))?.[1];
  return response.ok && type?.test(response.headers.get('Content-Type') ?? '') === true;
}

/** Returns whether the body's SHA-256, in base64url, begins with `hash`. Consumes the body. */
export async function hasHash(response: Response, hash: string): Promise<boolean> {
  const sha256 = await crypto.subtle.digest('SHA-256', await response.arrayBuffer());
  const base64 = btoa(String.fromCharCode(...new Uint8Array(sha256)));
  return base64.replaceAll('+', '-').replaceAll('/', '_').startsWith(hash);
}

/**
 * Returns whether this is a page of the app, and every script and style that it names exists. The page of an earlier
 * build names other files, and a captive portal's page names none. The page's own hash is not checked, because hosts
 * may insert markup into pages, or redirect to a page that the server has rendered.
 */
export function canStart(html: string, isThere: (url: string) => boolean): boolean {
  const named = assetPathsIn(html);
  return named.length > 0 && named.every(isThere);
}
