import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type BuiltServer, type Served, spawnServer } from './built-server.ts';

export interface ObservedServer extends BuiltServer {
  /** The lines that the server has logged so far. */
  lines: string[];
  /** Collects garbage, and returns the memory that heap and buffers still hold, in MiB. */
  held(): Promise<number>;
}

const listener = join(import.meta.dirname, 'report-memory.ts');

/** Starts the built server, reads its log, and lets it report its memory. */
export async function startObservedServer(served: Served): Promise<ObservedServer> {
  const { child, ...server } = await spawnServer(served, {
    flags: ['--expose-gc', '--import', listener],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const lines: string[] = [];
  if (!child.stdout) throw new Error('no output');
  createInterface(child.stdout).on('line', (line) => lines.push(line));
  return {
    ...server,
    lines,
    async held() {
      const told = once(child, 'message');
      child.send('held');
      const [bytes] = await told;
      return Number(bytes) / 2 ** 20;
    },
  };
}
