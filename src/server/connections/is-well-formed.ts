import type { IncomingMessage } from 'node:http';

/**
 * Whether a request names one host and, as its target, a path, or an http address without a user's name (RFC 9112, 3.2;
 * RFC 9110, 4.2.4). The adapter puts host and target together and lets some through that are none: `Host: 1/hello`
 * would begin the path, and no Request can be made of an address with a password.
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

/** A host that means the same wherever it is read, with or without a port. */
function isHost(host: string): boolean {
  return URL.parse(`http://${host}`)?.hostname === host.replace(/:\d+$/, '').toLowerCase();
}

/** Node shows the first of several alone, while a proxy may have gone by another. */
function countHosts(rawHeaders: string[]): number {
  return rawHeaders.filter((name, index) => index % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host')
    .length;
}
