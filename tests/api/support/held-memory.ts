import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Returns the memory of this process that cannot be freed, in bytes: that of its buffers, and all of it. */
export async function heldMemory(): Promise<{ buffers: number; all: number }> {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  // Node frees the memory behind a buffer in a later turn than the buffer.
  for (let round = 0; round < 3; round++) {
    collect();
    await setImmediate();
  }
  const { arrayBuffers, heapUsed, external } = process.memoryUsage();
  return { buffers: arrayBuffers, all: heapUsed + external };
}
