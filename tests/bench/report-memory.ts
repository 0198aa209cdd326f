import { setImmediate } from 'node:timers/promises';

// Loaded into the server before its own code (see observed-server.ts); it answers whoever started the process.

async function tell(): Promise<void> {
  // What a buffer held is let go of in a later turn than the buffer itself.
  for (let round = 0; round < 3; round++) {
    globalThis.gc?.();
    await setImmediate();
  }
  const { heapUsed, external } = process.memoryUsage();
  process.send?.(heapUsed + external);
}

process.on('message', () => void tell());
// The server ends as if nobody listened.
process.channel?.unref();
