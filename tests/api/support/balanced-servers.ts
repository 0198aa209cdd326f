import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Config } from '../../../src/server/config.ts';
import { openServer } from '../../../src/server/server.ts';
import { type Balancer, openBalancer } from './balancer.ts';

/** Opens identical servers in this process behind a balancer, each with its own port and pool. */
export async function openBalancedServers(
  count: number,
  config: Omit<Config, 'port' | 'host' | 'samplePosts' | 'logLevel'>,
): Promise<Balancer> {
  await using owned = new AsyncDisposableStack();
  const servers = await Promise.all(
    Array.from({ length: count }, () =>
      // All load comes from one author, so the limits per author are off unless a test sets them.
      openServer({
        postingLimits: { posts: 0, bytes: 0 },
        ...config,
        port: 0,
        host: '127.0.0.1',
        samplePosts: false,
        logLevel: 'silent',
      }),
    ),
  );
  for (const server of servers) owned.use(server);
  const { origin } = owned.use(await openBalancer(servers.map((server) => server.origin)));
  const opened = owned.move();
  return { origin, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** Sends the request for `url` to the server at `origin`, with unchanged headers, as a balancer does. */
export async function askThrough(origin: string, url: string, init: RequestInit): Promise<Response> {
  const asked = new Request(url, init);
  const { hostname, port } = new URL(origin);
  const { host, pathname, search } = new URL(url);
  const body = Buffer.from(await asked.arrayBuffer());
  const length = asked.body || asked.method === 'POST' ? { 'content-length': `${body.length}` } : {};
  const headers = { host, ...Object.fromEntries(asked.headers), ...length };
  const sending = httpRequest({ hostname, port, method: asked.method, path: pathname + search, headers });
  sending.end(body);
  const [answer]: IncomingMessage[] = await once(sending, 'response');
  if (!answer) throw new Error('no answer');
  const bytes = await buffer(answer);
  const status = answer.statusCode ?? 0;
  const known = Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  return new Response([204, 304].includes(status) ? null : bytes, { status, headers: known });
}
