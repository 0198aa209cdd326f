import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * A free TCP port on loopback, from below the range the system lends to outgoing connections: nothing else takes it
 * while a stopped server is about to come back to it.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    const listening = once(server, 'listening');
    server.listen(port, '127.0.0.1');
    await listening;
  } catch {
    return false;
  }
  const closed = once(server, 'close');
  server.close();
  await closed;
  return true;
}
