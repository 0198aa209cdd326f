import type { IncomingMessage } from 'node:http';

/**
 * Whether a request names one host, and its target is a path, or an http address without credentials (RFC 9112, 3.2;
 * RFC 9110, 4.2.4). The adapter (`@hono/node-server`) joins even an invalid host and the target: `Host: 1/hello` would
 * add to the path. And `new Request` would throw for an address with a password.
 */
export function isWellFormed({
  url: target = '',
  headers: { host },
  rawHeaders,
  httpVersion,
}: IncomingMessage): boolean {
  if (!target.startsWith('/') && !isHttpAddress(target)) return false;
  if (host === undefined) return httpVersion === '1.0';
  return isHost(host) && countHosts(rawHeaders) === 1;
}

function isHttpAddress(target: string): boolean {
  const url = /^https?:\/\//.test(target) ? URL.parse(target) : null;
  return url !== null && url.username === '' && url.password === '';
}

/** Whether the URL parser finds exactly this host (a port may follow), so that every program finds the same host. */
function isHost(host: string): boolean {
  return URL.parse(`http://${host}`)?.hostname === host.replace(/:\d+$/, '').toLowerCase();
}

/** Counts all `Host` headers: `headers.host` is only the first one, while a proxy may have used another. */
function countHosts(rawHeaders: string[]): number {
  return rawHeaders.filter((name, index) => index % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host')
    .length;
}
