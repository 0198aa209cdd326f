import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import { type Addresses, readAddress, widerNetworkOf } from './ip-addresses.ts';
import type { Headers } from './respond.ts';

/**
 * A request's client, as the connection or a trusted proxy names it, and the headers of every response to the request.
 */
export type RequestContext = {
  /** Logged, sent as `X-Request-Id`, and repeated in a problem document. */
  id: string;
  /** The client's IP address. Empty if there is no connection, as in a test. */
  address: string;
  isHttps: boolean;
  /** Whether a trusted proxy passed the request on. The requested host is then trusted, too. */
  isProxied: boolean;
  /** This server's end of the connection. Address and port are `undefined` if there is no connection. */
  localAddress: string | undefined;
  localPort: number | undefined;
  /** As configured (PUBLIC_ORIGIN). */
  publicOrigin: string | undefined;
  /** Sent with every response to this request. */
  headers: Headers;
};

declare module 'hono' {
  interface ContextVariableMap {
    requestContext: RequestContext;
  }
}

type Socket = {
  remoteAddress?: string | undefined;
  localAddress?: string | undefined;
  localPort?: number | undefined;
};
/** The adapter's bindings; `undefined` in tests that call the app directly. */
type Bindings = { incoming?: { socket?: Socket } } | undefined;

/** The parts of a request that `clientOf` reads. Requests that never reach the app have these parts, too. */
type Asked = { socket: Socket | undefined; header(name: string): string | undefined };

export function requestContextOf(c: Context, proxies: Addresses, publicOrigin?: string): RequestContext {
  const bindings: Bindings = c.env;
  const asked: Asked = { socket: bindings?.incoming?.socket, header: (name) => c.req.header(name) };
  return { ...clientOf(asked, proxies), publicOrigin, headers: {} };
}

/** Reads `X-Forwarded-For`, `X-Forwarded-Proto` and `X-Request-Id` only if the peer is one of `proxies`. */
export function clientOf(
  { socket, header }: Asked,
  proxies: Addresses,
): Omit<RequestContext, 'publicOrigin' | 'headers'> {
  const { remoteAddress: peer = '', localAddress, localPort } = socket ?? {};
  const isProxied = proxies.has(peer);
  const common = { isProxied, localAddress, localPort };
  if (!isProxied) return { ...common, id: randomUUID(), address: peer, isHttps: false };
  return {
    ...common,
    id: /^[\w.:-]{1,64}$/.exec(header('X-Request-Id') ?? '')?.[0] ?? randomUUID(),
    address: clientBehind(proxies, peer, header('X-Forwarded-For')),
    // Several proxies each append a scheme; the first one is the client's.
    isHttps: /^\s*https\s*(,|$)/i.test(header('X-Forwarded-Proto') ?? ''),
  };
}

/** Returns the client's wider network, also behind a trusted proxy. In every queue, these networks take turns. */
export function networkOfClient(c: Context): string {
  return widerNetworkOf(c.get('requestContext').address);
}

/**
 * Returns the client's address. Each proxy appends the address that called it, so the client is the last address in the
 * list that is not a trusted proxy. If a proxy appends something else, that proxy counts as the client.
 */
export function clientBehind(proxies: Addresses, peer: string, forwardedFor: string | undefined): string {
  let client = peer;
  for (const hop of forwardedFor?.split(',').toReversed() ?? []) {
    const address = readAddress(hop.trim());
    if (address === undefined) return client;
    client = address;
    if (!proxies.has(address)) return client;
  }
  return client;
}
