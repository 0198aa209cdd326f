import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { RequestError } from '@hono/node-server';
import type { ProblemCode } from '../../contract/problems.ts';
import type { Addresses } from '../http/ip-addresses.ts';
import { problemOf } from '../http/problem-document.ts';
import { clientOf } from '../http/request-context.ts';
import { headersOfResponse } from '../http/security-headers.ts';
import { HttpError } from '../process/http-error.ts';

/**
 * Returns functions that refuse requests before they reach the app. A refusal is a problem document with the same
 * headers as any other error. It closes the connection, because the server can't tell where the next request begins.
 */
export function refusalsOutsideApp(proxies: Addresses, corsOrigins: string[]) {
  const refusalOf = (code: ProblemCode, request: IncomingMessage | undefined) => {
    const client = request ? clientOf(readOf(request), proxies) : { id: randomUUID(), isHttps: false };
    const { problem, headers } = problemOf(new HttpError(code), client.id);
    const body = JSON.stringify(problem);
    const always = {
      ...headersOfResponse(client, request?.headers.origin, corsOrigins),
      'Cache-Control': 'no-store',
      'Content-Length': String(Buffer.byteLength(body)),
    };
    return { status: problem.status, headers: { ...always, ...headers }, body };
  };

  return {
    refuse(response: ServerResponse, code: ProblemCode): void {
      const { status, headers, body } = refusalOf(code, response.req);
      response.writeHead(status, { ...headers, Connection: 'close' }).end(body);
    },

    /** @param request `undefined` if its headers could not be read */
    refuseOn(socket: Duplex, request: IncomingMessage | undefined, code: ProblemCode): void {
      const { status, headers, body } = refusalOf(code, request);
      const lines = Object.entries({ ...headers, Connection: 'close' });
      const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines.map(([name, value]) => `${name}: ${value}`)];
      socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
    },

    /**
     * Returns the response to a request that the adapter could not turn into a `Request`. The adapter passes the error
     * without the request.
     */
    asResponse(error: unknown): Response {
      const { status, headers, body } = refusalOf(
        error instanceof RequestError ? 'malformed_request' : 'internal',
        undefined,
      );
      return new Response(body, { status, headers });
    },
  };
}

function readOf({ socket, headers }: IncomingMessage) {
  return { socket, header: (name: string) => headers[name.toLowerCase()]?.toString() };
}
