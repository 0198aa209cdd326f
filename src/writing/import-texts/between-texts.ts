import { nextTask } from '../../device/next-task.ts';

/** How long work may block the thread, in milliseconds. */
const sliceMs = 10;

/**
 * Returns a function to await before each text of an import. After every `sliceMs` of work, it yields to other tasks.
 *
 * @throws from the returned function: the signal's abort reason
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
