import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { inject } from 'vitest';
import { ownGroup } from '../../browser/support/process-group.ts';
import { runMark } from '../../left-processes.ts';

/** A shell loop that holds the socket, as systemd does, and restarts the server whenever it has ended. */
const holder = `while :; do LISTEN_FDS=1 sh -c 'echo "pid $$"; LISTEN_PID=$$ exec "$0" "$1"' "$0" "$1"; done`;

export type HeldServer = AsyncDisposable & {
  /** Ends the server, and resolves when the restarted server listens. */
  restart(): Promise<void>;
};

/** Starts the built server on a socket of this port that another process holds. */
export async function serveOnHeldSocket(port: number, env: Record<string, string>): Promise<HeldServer> {
  const listening = createServer().listen(port, '127.0.0.1');
  await once(listening, 'listening');
  const fd: number = Reflect.get(Reflect.get(listening, '_handle'), 'fd');
  const child = spawn('sh', ['-c', holder, process.execPath, inject('serverMain')], {
    env: { PATH: process.env.PATH, [runMark]: process.env[runMark], PORT: '1', ...env },
    stdio: ['ignore', 'pipe', 'ignore', fd],
    detached: true,
  });
  const group = ownGroup(child);
  // The shell has its own copy of the socket, so this process closes this copy.
  listening.close();
  if (!child.stdout) throw new Error('no output');
  let pid = 0;
  let opened = Promise.withResolvers<void>();
  createInterface(child.stdout).on('line', (line) => {
    pid = Number(/^pid (\d+)$/.exec(line)?.[1] ?? pid);
    if (line.startsWith('Storyline is open')) opened.resolve();
  });
  await opened.promise;
  return {
    async restart() {
      opened = Promise.withResolvers();
      process.kill(pid, 'SIGTERM');
      await opened.promise;
    },
    [Symbol.asyncDispose]: () => group.kill(),
  };
}
