import type { Logger } from 'pino';

/**
 * Logs the output of libraries and threads, Node's warnings and uncaught exceptions. The logger writes to the file
 * descriptor instead of `process.stdout`, so its own lines are not logged again.
 */
export function logOutput(log: Logger): void {
  for (const [stream, level] of [[process.stdout, 'info'] as const, [process.stderr, 'warn'] as const]) {
    stream.write = (written: string | Uint8Array, ...rest: unknown[]): boolean => {
      const output = typeof written === 'string' ? written : Buffer.from(written).toString();
      log[level]({ output: output.trimEnd() }, 'output of a library or a thread');
      const done = rest.at(-1);
      if (typeof done === 'function') done();
      return true;
    };
  }
  process.removeAllListeners('warning');
  process.on('warning', (warning) => log.warn({ err: warning }, 'warning of Node.js'));
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'unexpected error; the server stops');
    process.exit(1);
  });
}
