import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Config } from '../../../src/server/config.ts';
import { openServer } from '../../../src/server/server.ts';
import { type Balancer, openBalancer } from './balancer.ts';

/** Identical servers in this process, each with a port and a pool of its own, behind a balancer. */
export async function openBalancedServers(
  count: number,
  config: Omit<Config, 'port' | 'host' | 'samplePosts' | 'logLevel'>,
): Promise<Balancer> {
  await using owned = new AsyncDisposableStack();
  const servers = await Promise.all(
    Array.from({ length: count }, () =>
      // A load is one author's: it stores more than an author may, unless a test says otherwise.
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
  const { origin, answered, ...balancer } = await openBalancer(servers.map((server) => server.origin));
  owned.use(balancer);
  const opened = owned.move();
  return { origin, answered, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** Requests at one origin what another one serves, as a reader does behind a balancer; headers are sent as they are. */
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
