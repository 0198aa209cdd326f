import { timeouts } from '../timeouts.ts';
import { withTimeout } from '../with-timeout.ts';
import type { ToWorker, WorkerReplies } from './messages.ts';

interface AskOptions {
  address?: string;
  /** How long the answer may take, in milliseconds. */
  patience?: number;
}

/**
 * @throws Error if no worker controls this page, or the worker failed.
 * @throws DOMException `TimeoutError` if it does not answer: one that is killed meanwhile never does.
 */
export function askWorker<What extends keyof WorkerReplies>(
  what: What,
  { address = '', patience = timeouts.cacheWriteTimeoutMs }: AskOptions = {},
): Promise<WorkerReplies[What]> {
  const { controller } = navigator.serviceWorker ?? {};
  if (!controller) return Promise.reject(new Error('No worker controls this page'));
  const { port1, port2 } = new MessageChannel();
  const { promise, resolve, reject } = Promise.withResolvers<WorkerReplies[What]>();
  port1.onmessage = ({ data }: MessageEvent<{ answer?: WorkerReplies[What]; error?: string }>) => {
    port1.close();
    if (data.answer === undefined) reject(new Error(data.error));
    else resolve(data.answer);
  };
  controller.postMessage({ type: 'ask', what, address } satisfies ToWorker, [port2]);
  return withTimeout(patience, promise);
}
