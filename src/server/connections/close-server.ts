import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as Listener } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { Connections } from './connections.ts';

/** How long a stopping server waits for the requests that have begun, in milliseconds. */
export const stopTimeoutMs = 20_000;

/** How long `closeWithoutDrops` waits for one more request on idle connections, in milliseconds. */
const idleTimeoutMs = 3_000;

/** How long a stopping server waits for the rest of a request that has partly arrived, in milliseconds. */
const unfinishedTimeoutMs = 4_000;

/** How long `closeWithoutDrops` still accepts connections that clients opened before the signal, in milliseconds. */
const acceptTimeoutMs = 1_000;

/** In milliseconds: in a shorter turn of the event loop, presumably no new connection has arrived. */
const shortTurn = 1;

/** Stops accepting connections, finishes the requests that have begun, and closes idle connections at once. */
export async function closeServer(server: Server, connections: Connections): Promise<void> {
  server.close();
  await untilClosed(server, connections, 0);
}

/**
 * Stops accepting connections, and closes the open ones without dropping a request. A client may just have sent a
 * request on an idle connection, so the server closes it after one more response (RFC 9112, 9.6), or after
 * `idleTimeoutMs` without a request.
 */
export async function closeWithoutDrops(server: Server, connections: Connections): Promise<void> {
  await acceptQueued(server);
  server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
    response.shouldKeepAlive = false;
  });
  // node:http's `close` also closes idle connections; node:net's, which it inherits, only stops listening.
  Listener.prototype.close.call(server);
  await untilClosed(server, connections, idleTimeoutMs);
}

/**
 * Accepts the connections that the system has queued: the system would reset them when the server closes. Node accepts
 * one connection in each turn of the event loop. The queue is empty after a turn that is short and accepts no
 * connection.
 */
async function acceptQueued(server: Server): Promise<void> {
  const deadline = performance.now() + acceptTimeoutMs;
  let hasTaken = false;
  const note = () => {
    hasTaken = true;
  };
  server.on('connection', note);
  // Waits for the next turn, because the present turn may be past the phase that accepts connections.
  let began = await nextTurn();
  for (let ended = 0; began < deadline; began = ended) {
    hasTaken = false;
    ended = await nextTurn();
    if (!hasTaken && ended - began < shortTurn) break;
  }
  server.off('connection', note);
}

function nextTurn(): Promise<number> {
  return setImmediate().then(() => performance.now());
}

async function untilClosed(server: Server, connections: Connections, sparing: number): Promise<void> {
  const closed = once(server, 'close');
  const began = performance.now();
  // A busy connection becomes idle after its response, and would otherwise be kept alive for a minute.
  const sweeping = setInterval(() => {
    const passed = performance.now() - began;
    if (passed >= stopTimeoutMs) server.closeAllConnections();
    else if (passed >= sparing) server.closeIdleConnections();
    if (passed >= unfinishedTimeoutMs) connections.endUnfinished();
  }, 20);
  await closed;
  clearInterval(sweeping);
}
