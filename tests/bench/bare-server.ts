import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Recorded } from './recorded.ts';

/** Starts a bare `node:http` server in a process of its own, which serves these responses by path. */
export async function startBareServer(
  answers: Map<string, Recorded>,
): Promise<AsyncDisposable & { origin: string; pid: number }> {
  const child = fork(join(import.meta.dirname, 'bare-process.ts'), { serialization: 'advanced' });
  const told = once(child, 'message');
  child.send([...answers]);
  const [address]: ({ port: number } | undefined)[] = await told;
  if (address === undefined) throw new Error('The bare server did not start.');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    pid: child.pid ?? 0,
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null) return;
      const gone = once(child, 'exit');
      child.kill();
      await gone;
    },
  };
}
