import path from 'node:path';
import { readConfig } from './config.ts';
import { ConfigError } from './process/config-error.ts';
import { createLog } from './process/log.ts';
import { logOutput } from './process/log-output.ts';
import { printable } from './process/printable.ts';
import { openServer } from './server.ts';

/**
 * Runs the server until it is told to stop, and ends the process.
 * @param folder the folder of the built server; the built app is beside it
 */
export async function serve(folder: string): Promise<void> {
  const clientDir = path.join(folder, '../client');
  const renderThread = path.join(folder, 'render-thread.js');
  const indexThread = path.join(folder, 'post-index-thread.js');
  const log = createLog('info');
  const fail = (error: unknown): never => {
    if (error instanceof ConfigError) console.error(printable(`Storyline can't start: ${error.message}`));
    else log.fatal({ err: error }, 'unexpected error; the server stops');
    process.exit(1);
  };
  try {
    const socket = systemdSocket(process.env);
    const server = await openServer({ ...readConfig(process.env), clientDir, renderThread, indexThread, socket });
    // SIGTERM comes from a supervisor that restarts the server, so no request may be dropped. SIGINT comes from a
    // person who wants the server to stop now.
    const ends = { SIGTERM: server.closeWithoutDrops, SIGINT: server.close };
    for (const [signal, end] of Object.entries(ends)) {
      process.once(signal, () => {
        process.once('SIGTERM', () => process.exit(1));
        process.once('SIGINT', () => process.exit(1));
        end().then(() => process.exit(0), fail);
      });
    }
    console.log(`Storyline is open at ${server.origin}`);
    logOutput(log);
    for (const notice of server.notices) log.info(notice);
  } catch (error) {
    fail(error);
  }
}

/**
 * Finds the listening socket that systemd passes (sd_listen_fds(3)). systemd keeps it open while the server restarts,
 * so that clients wait and no connection is refused.
 * @returns its file descriptor, which is always 3; `undefined` if the server has to listen itself
 */
function systemdSocket({ LISTEN_FDS, LISTEN_PID }: NodeJS.ProcessEnv): number | undefined {
  return LISTEN_FDS === '1' && LISTEN_PID === `${process.pid}` ? 3 : undefined;
}
