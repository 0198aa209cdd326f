import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener, RequestError } from '@hono/node-server';
import type { Hono } from 'hono';
import type { ProblemCode } from '../../contract/problems.ts';
import { Refusal } from '../refusal.ts';
import { problemOf } from './problem.ts';
import { ofEveryAnswer } from './security.ts';

/** How long a client may take, in milliseconds. */
export type Patience = { headers: number; request: number; idle: number };

const usualPatience: Patience = {
  headers: 20_000,
  /** The longest post on the slowest connection somebody would still wait at: 2 MB at 17 kB a second. */
  request: 120_000,
  /** Longer than a balancer keeps a connection it may use again (commonly 60 s), or it would lose a request to the end of it. */
  idle: 65_000,
};

/** In bytes, its request line included. */
const maxHeaderSize = 16 * 1024;

/** The HTTP server, which bounds what a client may send and how slowly, and refuses by problem documents as the app does. */
export function createListener(app: Hono, patience: Patience = usualPatience): Server {
  const answering = new WeakMap<Duplex, ServerResponse>();
  const options = {
    maxHeaderSize,
    requireHostHeader: false,
    headersTimeout: patience.headers,
    requestTimeout: patience.request,
    keepAliveTimeout: patience.idle,
    connectionsCheckingInterval: Math.min(5_000, patience.headers / 4),
  };
  const listener = getRequestListener(app.fetch, { hostname: 'localhost', errorHandler });
  const server = createServer(options, (request, response) => {
    answering.set(request.socket, response);
    if (namesHost(request)) listener(request, response);
    else refuseWith(response, 'malformed_request');
  });
  // A client that does not read its answer either.
  server.setTimeout(patience.request);
  server.on('checkExpectation', (_request, response) => refuseWith(response, 'expectation_failed'));
  server.on('connect', (_request, socket) => refuse(socket, 'method_not_allowed'));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const response = answering.get(socket);
    const isMidAnswer = response?.headersSent === true && !response.writableFinished;
    if (error.code === 'ECONNRESET' || !socket.writable || isMidAnswer) socket.destroy();
    else refuse(socket, reasons[error.code ?? ''] ?? 'malformed_request');
  });
  return server;
}

/** What Node says of a request that never becomes one (https://nodejs.org/api/http.html#event-clienterror). */
const reasons: Record<string, ProblemCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'body_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/**
 * RFC 9112, 3.2. Without a host, Node would refuse by itself and say nothing; a host that looks like a name and is none
 * (a number too large for an address) would get past the adapter, and nothing could be done with its URL.
 */
function namesHost({ headers: { host }, httpVersion }: IncomingMessage): boolean {
  return host === undefined ? httpVersion === '1.0' : URL.canParse(`http://${host}`);
}

function refuseWith(response: ServerResponse, code: ProblemCode): void {
  const { status, headers, body } = bareProblem(code);
  response.writeHead(status, { ...headers, Connection: 'close' }).end(body);
}

function refuse(socket: Duplex, code: ProblemCode): void {
  const { status, headers, body } = bareProblem(code);
  const lines = Object.entries({ ...headers, Connection: 'close' });
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines.map(([name, value]) => `${name}: ${value}`)];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}

/** The adapter could make no request of it: the app never sees it. */
function errorHandler(error: unknown): Response {
  const { status, headers, body } = bareProblem(error instanceof RequestError ? 'malformed_request' : 'internal');
  return new Response(body, { status, headers });
}

function bareProblem(code: ProblemCode) {
  const id = randomUUID();
  const { problem, headers } = problemOf(new Refusal(code), id);
  const body = JSON.stringify(problem);
  const length = { 'Content-Length': String(Buffer.byteLength(body)) };
  const always = { ...ofEveryAnswer, 'Cache-Control': 'no-store', 'X-Request-Id': id };
  return { status: problem.status, headers: { ...always, ...length, ...headers }, body };
}
