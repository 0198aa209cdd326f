import { once } from 'node:events';
import { Agent, createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { isRefused } from './load.ts';

export type Balancer = AsyncDisposable & { origin: string };

/**
 * Opens a balancer that passes each request to the next server in turn. It tries another server if one accepts no
 * connection, or gives no answer to a request that may be repeated (RFC 9110, 9.2.2): a read, or a write with a key.
 */
export async function openBalancer(servers: string[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  let turn = 0;

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const body = await buffer(request);
    const first = turn++;
    for (let next = first; next < first + servers.length; next++) {
      try {
        const answer = await ask(new URL(servers[next % servers.length] ?? ''), request, body);
        response.writeHead(answer.statusCode ?? 502, withoutConnection(answer.rawHeaders));
        return await pipeline(answer, response);
      } catch (error) {
        if (response.headersSent || !(isRefused(error) || mayRepeat(request))) break;
      }
    }
    if (response.headersSent) response.destroy();
    else response.writeHead(502).end();
  }

  async function ask({ hostname, port }: URL, request: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
    const { connection: _, ...headers } = request.headers;
    const forwarded = { ...headers, 'x-forwarded-for': request.socket.remoteAddress ?? '' };
    const { method, url: path } = request;
    const onward = httpRequest({ agent, hostname, port, method, path, headers: forwarded });
    onward.end(body);
    const [answer]: IncomingMessage[] = await once(onward, 'response');
    if (!answer) throw new Error('no answer');
    return answer;
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the balancer has no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      agent.destroy();
    },
  };
}

/** Removes the headers that concern only one connection (RFC 9110, 7.6.1). */
function withoutConnection(rawHeaders: string[]): string[] {
  return rawHeaders.filter((_, index) => !/^(connection|keep-alive)$/i.test(rawHeaders[index - (index % 2)] ?? ''));
}

function mayRepeat({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD' || headers['idempotency-key'] !== undefined;
}
