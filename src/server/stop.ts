import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as Listener } from 'node:net';
import { setImmediate } from 'node:timers/promises';

/** How long a stopping server waits for what it has begun, in milliseconds. */
const patience = 20_000;

/** How long it goes on taking connections that were made before it was told to stop, in milliseconds. */
const takingPatience = 1_000;

/** Takes nothing new, finishes what has begun, and cuts connections on which nobody is waiting for an answer. */
export async function stop(server: Server): Promise<void> {
  server.close();
  // A connection that was busy at the close becomes idle after its answer, and would be kept alive for seconds.
  const sweeping = setInterval(() => server.closeIdleConnections(), 20);
  await untilClosed(server);
  clearInterval(sweeping);
}

/**
 * Takes no new connection, and lets go of those there are without dropping a request: a request may be under way on any
 * that is idle, so each is closed after one more answer (RFC 9112, 9.6), or when it has been idle for as long as the
 * client was told it would be kept.
 */
export async function drain(server: Server): Promise<void> {
  await takeWaiting(server);
  server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
    response.shouldKeepAlive = false;
  });
  // The close of node:http cuts what is idle; the one below it only stops listening.
  Listener.prototype.close.call(server);
  await untilClosed(server);
}

/** The system makes connections before the server takes them, one in each turn of its loop; those would be reset. */
async function takeWaiting(server: Server): Promise<void> {
  const deadline = performance.now() + takingPatience;
  let hasTaken = false;
  const note = () => {
    hasTaken = true;
  };
  server.on('connection', note);
  // The turn in which the signal came may be past the point where connections are taken.
  await setImmediate();
  do {
    hasTaken = false;
    await setImmediate();
  } while (hasTaken && performance.now() < deadline);
  server.off('connection', note);
}

async function untilClosed(server: Server): Promise<void> {
  const givingUp = setTimeout(() => server.closeAllConnections(), patience);
  await once(server, 'close');
  clearTimeout(givingUp);
}
