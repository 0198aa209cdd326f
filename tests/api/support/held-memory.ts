import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Returns how many bytes this process holds in buffers, and how many in all, after collecting garbage. */
export async function heldMemory(): Promise<{ buffers: number; all: number }> {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  // Node collects a buffer first, and frees its memory in a later turn of the event loop.
  for (let round = 0; round < 3; round++) {
    collect();
    await setImmediate();
  }
  const { arrayBuffers, heapUsed, external } = process.memoryUsage();
  return { buffers: arrayBuffers, all: heapUsed + external };
}
