import { timeouts } from '../../device/timeouts.ts';
import { withTimeout } from '../../device/with-timeout.ts';
import { newestUrl } from '../store/stored-list.ts';
import type { ToWorker, WorkerReplies } from './messages.ts';

interface AskOptions {
  address?: string;
  /** How long the answer may take, in milliseconds. */
  patience: number;
}

/**
 * Returns the worker's answer. A worker that is killed meanwhile never answers, and a second question starts it again.
 *
 * @throws Error if no worker controls this page, or the worker failed.
 * @throws DOMException `TimeoutError` if it answers neither question.
 */
export async function askWorker<What extends 'ids' | 'inventory' | 'followed'>(
  what: What,
): Promise<WorkerReplies[What]> {
  const patience = timeouts.cacheWriteTimeoutMs;
  try {
    return await askOnce(what, { patience });
  } catch (error) {
    if (!isTimeout(error)) throw error;
    return askOnce(what, { patience });
  }
}

const isTimeout = (error: unknown): boolean => error instanceof DOMException && error.name === 'TimeoutError';

/**
 * Returns the worker's answer, or its report on what it was asked to do.
 *
 * @throws as `askWorker` does, after `patience`.
 */
export function askOnce<What extends keyof WorkerReplies>(
  what: What,
  { address = '', patience }: AskOptions,
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

/** Has the worker refresh the list of all posts, behind which it fetches as many of the newest as the reader has chosen. */
export const refreshNewest = (): void =>
  navigator.serviceWorker?.controller?.postMessage({
    type: 'keep',
    images: [],
    calls: [newestUrl()],
  } satisfies ToWorker);
