import { once } from 'node:events';
import type { Server } from 'node:http';
import { openBackend } from './backend.ts';
import { type Config, ConfigError } from './config.ts';
import { createListener } from './http/listener.ts';
import { createLog } from './log.ts';
import { drain, stop } from './stop.ts';

export type RunningServer = {
  /** Such as `http://localhost:3000`. */
  origin: string;
  /** Takes nothing new, finishes what has begun, closes the database. */
  close(): Promise<void>;
  /** The same without dropping a request that is under way to it; this may take seconds more. */
  drain(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

/** @throws {ConfigError} when the port can't be had or the embedded database can't be opened */
export async function openServer(config: Config): Promise<RunningServer> {
  const log = createLog(config.logLevel);
  const backend = await openBackend(config, log);
  const server = createListener(backend.app, config.patience);
  try {
    const port = await listen(server, config);
    let stopped: Promise<void> | undefined;
    const by = (stopping: typeof stop) => () => {
      stopped ??= stopping(server).then(() => backend[Symbol.asyncDispose]());
      return stopped;
    };
    const close = by(stop);
    return { origin: `http://${urlHost(config.host)}:${port}`, close, drain: by(drain), [Symbol.asyncDispose]: close };
  } catch (error) {
    await backend[Symbol.asyncDispose]();
    throw error;
  }
}

async function listen(server: Server, { port, host }: Config): Promise<number> {
  try {
    server.listen({ port, host });
    await once(server, 'listening');
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ConfigError(`PORT ${port} can't be listened on: ${reason}`, { cause });
  }
  const address = server.address();
  return typeof address === 'object' && address ? address.port : port;
}

function urlHost(host: string | undefined): string {
  if (host === undefined || host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
