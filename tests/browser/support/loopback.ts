import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';

/** An HTTP server on loopback that can be stopped and started again on its port, as an outage would have it. */
export interface Loopback extends AsyncDisposable {
  readonly port: number;
  /** Connections are reset, and nothing listens any more. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Requests of this path get no answer any more. */
  hold(path: string): void;
}

export async function openLoopback(port: number, answer: RequestListener): Promise<Loopback> {
  const held = new Set<string>();
  const server = createServer((request, response) => {
    if (held.has(new URL(request.url ?? '/', 'http://any').pathname)) return;
    // Chromium sends a request anew, without a word to the page, when a connection it reused is lost: a fault would be
    // met twice.
    response.shouldKeepAlive = false;
    answer(request, response);
  });

  async function start() {
    const listening = once(server, 'listening');
    server.listen(port, '127.0.0.1');
    await listening;
  }

  async function stop() {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  }

  await start();
  return { port, start, stop, hold: (path) => held.add(path), [Symbol.asyncDispose]: stop };
}
