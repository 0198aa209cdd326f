import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** A request as it reached a backend. */
export interface Received {
  method: string;
  /** The path with its query. */
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** The body's bytes as they were sent, for bodies that are not text, such as images. */
  bytes: Buffer;
}

export async function receive(request: IncomingMessage): Promise<Received> {
  const { method = '', url = '', headers } = request;
  const bytes = await buffer(request);
  return { method, path: url, headers, body: bytes.toString(), bytes };
}

/**
 * Returns whether a browser sent the request. Tests also send requests by Node's fetch: these are not recorded, and no
 * fault applies to them.
 */
export function isFromBrowser({ headers }: Received): boolean {
  return headers['user-agent'] !== 'node';
}

export function pathnameOf({ path }: Pick<Received, 'path'>): string {
  return new URL(path, 'http://any').pathname;
}

/** Returns the app's calls as `METHOD /path`, without the browser's preflights. */
export function callsOf({ received }: { received: Received[] }): string[] {
  return appCallsOf({ received }).map(({ method, path }) => `${method} ${path}`);
}

export function appCallsOf({ received }: { received: Received[] }): Received[] {
  return received.filter(({ method }) => method !== 'OPTIONS');
}
