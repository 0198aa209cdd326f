import { nextTask } from '../../device/next-task.ts';

/** How long work may hold the thread, in milliseconds. */
const sliceMs = 10;

/**
 * Lets other tasks run when it is time. Await it before each of many texts.
 *
 * @throws the signal's reason
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
