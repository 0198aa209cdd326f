import { nextTask } from '../../device/next-task.ts';

/** How long work may hold the thread, in milliseconds. */
const sliceMs = 10;

/**
 * Returns a function to await before each of many texts. It lets other tasks run after every `sliceMs` of work.
 *
 * @throws the signal's reason, from that function
 */
export function betweenTexts(signal: AbortSignal | undefined): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < sliceMs) return;
    await nextTask();
    signal?.throwIfAborted();
    began = performance.now();
  };
}
