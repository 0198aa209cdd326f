/** The backend, without a trailing slash; empty when it is the origin that serves the app. */
export const host: string = (import.meta.env.VITE_API_HOST ?? '').replace(/\/+$/, '');

/** What only the own backend understands may be sent to it alone: another origin's CORS need not allow it. */
export const isOwnBackend = host === '';

/** The whole address of a call, as the caches know it. */
export const callUrl = (path: string): string => new URL(host + path, location.origin).href;

/**
 * The path of a call, if that is what the URL asks the backend for: `/blog/posts` for `https://host/api/blog/posts`
 * when the host is `https://host/api`.
 */
export function callPathOf(url: URL): string | undefined {
  const base = new URL(callUrl('/'));
  if (url.origin !== base.origin || !url.pathname.startsWith(base.pathname)) return undefined;
  return url.pathname.slice(base.pathname.length - 1);
}
