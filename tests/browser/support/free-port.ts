import { once } from 'node:events';
import { createServer, type ListenOptions } from 'node:net';

/**
 * A TCP port on loopback that is this process's until it ends, whether or not anything listens there: a stopped server is
 * to come back to it, and the ports of foreign backends are built into clients. It is from below the range that the
 * system lends to outgoing connections.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    if ((await isFree(port)) && (await reserve(port))) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = await listening({ port, host: '127.0.0.1' });
  if (!server) return false;
  const closed = once(server, 'close');
  server.close();
  await closed;
  return true;
}

/**
 * By a Unix socket without a file, which other processes on the machine see and which goes with this one. Only Linux has
 * those: elsewhere two runs at a time may meet.
 */
async function reserve(port: number): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  const server = await listening({ path: `\0storyline-port-${port}` });
  server?.unref();
  return server !== undefined;
}

/** @returns `undefined` if somebody else listens there */
async function listening(where: ListenOptions) {
  const server = createServer();
  try {
    const heard = once(server, 'listening');
    server.listen(where);
    await heard;
    return server;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return undefined;
    throw error;
  }
}
