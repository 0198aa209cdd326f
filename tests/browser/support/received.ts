import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** A request as it reached a backend. */
export interface Received {
  method: string;
  /** With the query. */
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** The body as it was sent: an image is no text. */
  bytes: Buffer;
}

export async function receive(request: IncomingMessage): Promise<Received> {
  const { method = '', url = '', headers } = request;
  const bytes = await buffer(request);
  return { method, path: url, headers, body: bytes.toString(), bytes };
}

/** Tests prepare a backend with Node's own fetch; such calls are neither recorded nor hit by a fault. */
export function isFromBrowser({ headers }: Received): boolean {
  return headers['user-agent'] !== 'node';
}

export function pathnameOf({ path }: Pick<Received, 'path'>): string {
  return new URL(path, 'http://any').pathname;
}

/** What the app asked for, as `METHOD /path`; preflights are the browser's own doing. */
export function callsOf({ received }: { received: Received[] }): string[] {
  return appCallsOf({ received }).map(({ method, path }) => `${method} ${path}`);
}

export function appCallsOf({ received }: { received: Received[] }): Received[] {
  return received.filter(({ method }) => method !== 'OPTIONS');
}
