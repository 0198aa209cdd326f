import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How many requests may wait on one connection, and on all connections. A request takes some kilobytes of memory. */
const most = { onOne: 64, onAll: 2_000 };

/**
 * Returns a listener that answers pipelined requests of a connection one by one: it begins each after the client has
 * read the previous response. Node would answer all at once and buffer the responses. Two hundred requests for a large
 * page then took 2 GiB. A connection with too many waiting requests is closed.
 */
export function serializePerConnection(answer: RequestListener): RequestListener {
  const lines = new WeakMap<Socket, (() => void)[]>();
  let waiting = 0;

  const begin = (socket: Socket, line: (() => void)[], request: IncomingMessage, response: ServerResponse) => {
    answer(request, response);
    response.once('close', () => {
      const next = line.shift();
      if (!next) {
        lines.delete(socket);
        return;
      }
      waiting--;
      if (socket.destroyed) {
        waiting -= line.splice(0).length;
        return;
      }
      next();
    });
  };

  return (request, response) => {
    const { socket } = request;
    const line = lines.get(socket);
    if (!line) {
      const own: (() => void)[] = [];
      lines.set(socket, own);
      begin(socket, own, request, response);
      return;
    }
    if (line.length >= most.onOne || waiting >= most.onAll) {
      socket.destroy();
      return;
    }
    waiting++;
    line.push(() => begin(socket, line, request, response));
  };
}
