import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Collects garbage. Returns how many bytes this process still holds in buffers, and how many in total. */
export async function heldMemory(): Promise<{ buffers: number; all: number }> {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  // Node frees a buffer's memory in a later turn of the event loop than the buffer itself.
  for (let round = 0; round < 3; round++) {
    collect();
    await setImmediate();
  }
  const { arrayBuffers, heapUsed, external } = process.memoryUsage();
  return { buffers: arrayBuffers, all: heapUsed + external };
}
