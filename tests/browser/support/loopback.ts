import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { setTimeout } from 'node:timers/promises';

/** An HTTP server on loopback that can be stopped and started again on its port, as in an outage. */
export interface Loopback extends AsyncDisposable {
  readonly port: number;
  /** Resets all connections, and stops listening. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Stops answering requests for this path. */
  hold(path: string): void;
}

export async function openLoopback(port: number, answer: RequestListener): Promise<Loopback> {
  const held = new Set<string>();
  const server = createServer((request, response) => {
    if (held.has(request.url?.split('?')[0] ?? '')) return;
    // Chromium silently repeats a request if a reused connection is lost. Then a fault would occur twice.
    response.shouldKeepAlive = false;
    answer(request, response);
  });

  /** Starts listening. Retries, because a test of this process that timed out may still hold the port. */
  async function start(triesLeft = 100): Promise<void> {
    const listening = once(server, 'listening');
    server.listen(port, '127.0.0.1');
    try {
      await listening;
    } catch (error) {
      if (triesLeft === 0 || !(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
      await setTimeout(100);
      await start(triesLeft - 1);
    }
  }

  async function stop() {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  }

  await start();
  return { port, start: () => start(), stop, hold: (path) => held.add(path), [Symbol.asyncDispose]: stop };
}
