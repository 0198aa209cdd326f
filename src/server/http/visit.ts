import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import { type Addresses, isAddress } from '../addresses.ts';
import type { Headers } from './response.ts';

/** One request: who asks, as far as the connection or a trusted proxy can say, and what its answer carries whatever it is. */
export type Visit = {
  /** Logged, told in `X-Request-Id`, and repeated in a problem document. */
  id: string;
  /** Empty where there is no connection, as in a test. */
  address: string;
  isHttps: boolean;
  headers: Headers;
};

declare module 'hono' {
  interface ContextVariableMap {
    visit: Visit;
  }
}

/** What the adapter gives along with a request; nothing where there is none. */
type Bindings = { incoming?: { socket?: { remoteAddress?: string | undefined } } } | undefined;

/** What a proxy says of whom it stands for is believed of `proxies` alone. */
export function visitOf(c: Context, proxies: Addresses): Visit {
  const bindings: Bindings = c.env;
  const peer = bindings?.incoming?.socket?.remoteAddress ?? '';
  const isSecure = new URL(c.req.url).protocol === 'https:';
  if (!proxies.has(peer)) return { id: randomUUID(), address: peer, isHttps: isSecure, headers: {} };
  return {
    id: /^[\w.:-]{1,64}$/.exec(c.req.header('X-Request-Id') ?? '')?.[0] ?? randomUUID(),
    address: clientBehind(proxies, peer, c.req.header('X-Forwarded-For')),
    isHttps: isSecure || c.req.header('X-Forwarded-Proto') === 'https',
    headers: {},
  };
}

/** Each proxy adds whom it was asked by at the end: the last that is no proxy of ours is the one who asks. */
function clientBehind(proxies: Addresses, peer: string, forwardedFor: string | undefined): string {
  let client = peer;
  for (const hop of forwardedFor?.split(',').toReversed() ?? []) {
    const address = hop.trim();
    if (!isAddress(address)) return client;
    client = address;
    if (!proxies.has(address)) return client;
  }
  return client;
}
