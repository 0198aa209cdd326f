import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Returns the memory that this process holds after garbage collection, in bytes: in buffers, and in all. */
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
