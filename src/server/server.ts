import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Config } from './config.ts';
import { closeServer, closeWithoutDrops } from './connections/close-server.ts';
import { createListener } from './connections/listener.ts';
import { openBackend } from './open-backend.ts';
import { ConfigError } from './process/config-error.ts';
import { createLog } from './process/log.ts';
import { messageOf } from './process/message-of.ts';

/**
 * How many connections the system queues until the server accepts them, if the system's limit (`somaxconn`) allows it.
 * Beyond this number, the system drops new connections, and their clients try again only after 1 s and then 3 s.
 */
const backlog = 4_096;

/** Opens and starts the server. @throws {ConfigError} when it can't listen on the port or open the database */
export async function openServer(config: Config) {
  const log = createLog(config.logLevel);
  const backend = await openBackend(config, log);
  const { server, connections } = createListener(backend.app, config);
  try {
    const port = await listen(server, config);
    let stopped: Promise<void> | undefined;
    const by = (stopping: typeof closeServer) => () => {
      stopped ??= stopping(server, connections).then(() => backend[Symbol.asyncDispose]());
      return stopped;
    };
    const close = by(closeServer);
    return {
      /** For example `http://localhost:3000`. */
      origin: `http://${urlHost(config.host)}:${port}`,
      /** Lines for the operator, logged at each start. */
      notices: backend.notices,
      /** Stops accepting connections, finishes the requests that have begun, and closes the database. */
      close,
      /** Works like `close`, but also answers requests that are still on their way, which may take seconds longer. */
      closeWithoutDrops: by(closeWithoutDrops),
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await backend[Symbol.asyncDispose]();
    throw error;
  }
}

async function listen(server: Server, { port, host, socket }: Config): Promise<number> {
  try {
    server.listen(socket === undefined ? { port, host, backlog } : { fd: socket, backlog });
    await once(server, 'listening');
  } catch (cause) {
    throw new ConfigError(`PORT ${port} is not available: ${messageOf(cause)}`, { cause });
  }
  const address = server.address();
  return typeof address === 'object' && address ? address.port : port;
}

function urlHost(host: string | undefined): string {
  if (host === undefined || host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
