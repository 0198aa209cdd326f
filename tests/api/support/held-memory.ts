import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Returns what cannot be freed of this process's memory, in bytes: of its buffers, and all of it. */
export async function heldMemory(): Promise<{ buffers: number; all: number }> {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  // What a buffer held is let go of in a later turn than the buffer itself.
  for (let round = 0; round < 3; round++) {
    collect();
    await setImmediate();
  }
  const { arrayBuffers, heapUsed, external } = process.memoryUsage();
  return { buffers: arrayBuffers, all: heapUsed + external };
}
