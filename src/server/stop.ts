import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as Listener } from 'node:net';
import { setImmediate } from 'node:timers/promises';

/** How long a stopping server waits for what it has begun, in milliseconds. */
const patience = 20_000;

/** For how long a draining server waits on idle connections for one more request, in milliseconds. */
const idlePatience = 3_000;

/** How long it goes on taking connections that were made before it was told to stop, in milliseconds. */
const takingPatience = 1_000;

/** Of the server's loop, in milliseconds. */
const shortTurn = 1;

/** Takes nothing new, finishes what has begun, and cuts connections on which nobody is waiting for an answer. */
export async function stop(server: Server): Promise<void> {
  server.close();
  await untilClosed(server, 0);
}

/**
 * Takes no new connection, and lets go of those there are without dropping a request: one may be under way on any that
 * is idle, so each is closed after one more answer (RFC 9112, 9.6), or when none was asked for in good time.
 */
export async function drain(server: Server): Promise<void> {
  await takeWaiting(server);
  server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
    response.shouldKeepAlive = false;
  });
  // The close of node:http cuts what is idle; the one below it only stops listening.
  Listener.prototype.close.call(server);
  await untilClosed(server, idlePatience);
}

/**
 * The system makes connections before the server takes them, one in each turn of its loop, and resets what is not taken
 * when the server closes: until a turn has found none, and was over too soon for one to have come meanwhile.
 */
async function takeWaiting(server: Server): Promise<void> {
  const deadline = performance.now() + takingPatience;
  let hasTaken = false;
  const note = () => {
    hasTaken = true;
  };
  server.on('connection', note);
  // The turn in which the signal came may be past the point where connections are taken.
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

async function untilClosed(server: Server, sparing: number): Promise<void> {
  const closed = once(server, 'close');
  const began = performance.now();
  // A connection that was busy becomes idle after its answer, and would be kept alive for a minute.
  const sweeping = setInterval(() => {
    const passed = performance.now() - began;
    if (passed >= patience) server.closeAllConnections();
    else if (passed >= sparing) server.closeIdleConnections();
  }, 20);
  await closed;
  clearInterval(sweeping);
}
