import type { RequestListener } from 'node:http';
import { Socket } from 'node:net';
import { longestImportBody } from '../http/json-body.ts';

/**
 * Every `readIntervalMs` milliseconds, the server reads one chunk (about 64 KiB) of this many unread bodies. Without this
 * bound, the server read three hundred bodies of 2 MB at once, and all other clients waited 4 s. Node accepts one
 * connection in each turn of the event loop, and each turn had megabytes to read.
 */
const readAtOnce = 4;
const readIntervalMs = 5;

/**
 * Reads and discards the rest of a body whose request has been answered already, such as a post without a valid login.
 * If the server closed the connection while the client is still sending, the client could lose the response. At most
 * `longestImportBody` bytes are read, within the listener's request timeout; Node itself would read without a limit.
 */
export function discardUnreadBodies(): RequestListener {
  const readInTurn = createReadTurns();
  return (request, response) => {
    if (request.headers['content-length'] === undefined && request.headers['transfer-encoding'] === undefined) return;
    const { socket } = request;
    let isToClose = false;

    // Node calls this after a response with `Connection: close`.
    socket.destroySoon = () => {
      if (request.complete) {
        Socket.prototype.destroySoon.call(socket);
        return;
      }
      isToClose = true;
      socket.end();
    };

    response.once('close', () => {
      if (request.complete || socket.destroyed) return;
      let taken = 0;
      const count = (chunk: Buffer) => {
        taken += chunk.length;
        if (taken > longestImportBody) socket.destroy();
        else readInTurn(socket);
      };
      request.once('close', () => {
        socket.off('data', count);
        if (isToClose) socket.destroy();
      });
      request.removeAllListeners('data');
      request.resume();
      // A body that filled its buffer has paused the socket. Node resumes the socket a tick after `resume`, but only if
      // the socket has no `data` listener. When the listener was added at once, Node never read on.
      setImmediate(() => {
        if (request.complete || socket.destroyed) return;
        // With this listener Node's HTTP parser reads through the socket's stream, so that pausing the socket works.
        socket.on('data', count);
        readInTurn(socket);
      });
    });
  };
}

/** Returns a function that reads one chunk from a socket in its turn. Only a few sockets are read at a time. */
function createReadTurns() {
  const waiting = new Set<Socket>();
  let isTimed = false;

  const begin = () => {
    for (const socket of [...waiting].slice(0, readAtOnce)) {
      waiting.delete(socket);
      socket.resume();
    }
    isTimed = false;
    time();
  };

  const time = () => {
    if (isTimed || waiting.size === 0) return;
    isTimed = true;
    setTimeout(begin, readIntervalMs);
  };

  return (socket: Socket) => {
    // Pauses the socket, not the request: Node discards an unread request body without ever pausing.
    socket.pause();
    waiting.add(socket);
    time();
  };
}
