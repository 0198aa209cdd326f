import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import type { ProblemCode } from '../../contract/problems.ts';
import { type Addresses, noAddresses } from '../http/ip-addresses.ts';
import { type ConnectionBounds, Connections } from './connections.ts';
import { discardUnreadBodies } from './discard-unread-bodies.ts';
import { isWellFormed } from './is-well-formed.ts';
import { refusalsOutsideApp } from './refusals-outside-app.ts';
import { serializePerConnection } from './serialize-per-connection.ts';

/** In milliseconds: how long a client may take to send headers or a whole request, and how long it may stay idle. */
export type ClientTimeouts = { headers: number; request: number; idle: number };

const defaultTimeouts: ClientTimeouts = {
  headers: 20_000,
  /** Enough for the longest post on the slowest connection that a person would tolerate: 2 MB at 17 kB a second. */
  request: 120_000,
  /**
   * Longer than a load balancer's own idle timeout (commonly 60 s). Otherwise the balancer would lose a request that it
   * sends just as this server closes the connection.
   */
  idle: 65_000,
};

/** In bytes, including the request line. */
const maxHeaderSize = 16 * 1024;
/** How many headers a request may have. Browsers send about twenty. */
const mostHeaders = 100;

export type ListenerOptions = {
  timeouts?: ClientTimeouts | undefined;
  connectionBounds?: ConnectionBounds | undefined;
  trustProxy?: Addresses | undefined;
  corsOrigins?: string[] | undefined;
};

/**
 * Creates the HTTP server. It limits how much and how slowly clients may send, and answers errors with problem
 * documents.
 */
export function createListener(
  app: Hono,
  { timeouts = defaultTimeouts, connectionBounds, trustProxy = noAddresses, corsOrigins = [] }: ListenerOptions = {},
): { server: Server; connections: Connections } {
  /** The response under way on each connection, until the response is closed and its whole request has arrived. */
  const answering = new WeakMap<Duplex, ServerResponse>();
  const options = {
    maxHeaderSize,
    // Node's own refusal of a missing `Host` has no body, so `isWellFormed` refuses such requests instead.
    requireHostHeader: false,
    headersTimeout: timeouts.headers,
    requestTimeout: timeouts.request,
    keepAliveTimeout: timeouts.idle,
    connectionsCheckingInterval: Math.min(5_000, timeouts.headers / 4),
  };
  const { refuse, refuseOn, asResponse } = refusalsOutsideApp(trustProxy, corsOrigins);
  const listener = getRequestListener(app.fetch, {
    hostname: 'localhost',
    errorHandler: asResponse,
    autoCleanupIncoming: false,
  });
  const dropUnreadBody = discardUnreadBodies();
  const answer = serializePerConnection((request, response) => {
    const { socket } = request;
    answering.set(socket, response);
    response.once('close', () => {
      if (request.complete && answering.get(socket) === response) answering.delete(socket);
    });
    connections.begin(request, response);
    dropUnreadBody(request, response);
    if (request.rawHeaders.length > 2 * mostHeaders) refuse(response, 'headers_too_large');
    else if (!isWellFormed(request)) refuse(response, 'malformed_request');
    else listener(request, response).then(() => connections.responseWritten(socket));
  });
  const server = createServer(options, answer);
  const connections = new Connections(server, connectionBounds, trustProxy);
  // This also ends connections of clients that do not read their response.
  server.setTimeout(timeouts.request);
  server.on('checkExpectation', (_request, response) => refuse(response, 'expectation_failed'));
  server.on('connect', (request, socket) => refuseOn(socket, request, 'method_not_allowed'));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const response = answering.get(socket);
    const isMidAnswer = response?.headersSent === true;
    if (error.code === 'ECONNRESET' || !socket.writable || isMidAnswer) socket.destroy();
    else refuseOn(socket, response?.req, reasons[error.code ?? ''] ?? 'malformed_request');
  });
  return { server, connections };
}

/** Node's error codes for requests that it can't parse (https://nodejs.org/api/http.html#event-clienterror). */
const reasons: Record<string, ProblemCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'body_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};
