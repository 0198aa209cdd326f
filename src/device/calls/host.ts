/** The backend's base URL without a trailing slash; empty if the origin that serves the app is the backend. */
// regexp input: at most 100 characters of the backend's address, set at build time
export const host: string = (import.meta.env.VITE_API_HOST ?? '').replace(/\/+$/, '');

/**
 * Whether the backend is on the app's own origin. Only then does the app send custom headers: another origin's CORS
 * rules might not allow them. The value is fixed at build time, and a build omits the code for the other kind of
 * backend.
 */
export const isOwnBackend = !import.meta.env.VITE_API_HOST;

/** Whether the app's own origin serves the site's pages and icons: our own backend and builds with `VITE_SITE` do. */
export const hasSiteFiles = isOwnBackend || Boolean(import.meta.env.VITE_SITE);

/** Returns the absolute URL of a call, which is its key in the caches. */
export const callUrl = (path: string): string => new URL(host + path, location.origin).href;

/**
 * Returns the path of a call below the backend's base URL: `/blog/posts` for `https://host/api/blog/posts` if `host` is
 * `https://host/api`. Returns `undefined` for any other URL.
 */
export function callPathOf(url: URL): string | undefined {
  const base = new URL(callUrl('/'));
  if (url.origin !== base.origin || !url.pathname.startsWith(base.pathname)) return undefined;
  return url.pathname.slice(base.pathname.length - 1);
}
