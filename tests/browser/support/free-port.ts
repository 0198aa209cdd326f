import { once } from 'node:events';
import { createServer, type ListenOptions } from 'node:net';

/**
 * Reserves a TCP port on loopback until this process ends. Stopped servers start again on their port, and a client is
 * built for the port of its foreign backend. The port is below the range of ephemeral ports.
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
 * Reserves the port by listening on an abstract Unix socket. Other processes see the socket, and it ends with this
 * process. Returns whether the port was free. Only Linux has such sockets; elsewhere two runs at once may choose the
 * same port.
 */
async function reserve(port: number): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  const server = await listening({ path: `\0storyline-port-${port}` });
  server?.unref();
  return server !== undefined;
}

/** Returns a server that listens at `where`, or `undefined` if another process already does. */
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
