import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type BuiltServer, type Served, spawnServer } from './built-server.ts';

export interface ObservedServer extends BuiltServer {
  /** What it has logged so far. */
  lines: string[];
  /** What it could not let go of if it had to, in MiB: its heap and its buffers after a collection. */
  held(): Promise<number>;
}

const listener = join(import.meta.dirname, 'report-memory.ts');

/** The built server, whose log is read, and which says what it holds. */
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
