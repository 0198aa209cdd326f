import { callPaths } from '../../contract/paths.ts';
import { callUrl } from '../../device/calls/host.ts';
import { timeouts } from '../../device/timeouts.ts';
import { withTimeout } from '../../device/with-timeout.ts';
import type { ToWorker, WorkerReplies } from './messages.ts';

/**
 * Returns the worker's answer. A worker that is killed meanwhile never answers, and a second question starts it again.
 *
 * @throws Error if no worker controls this page, or the worker failed.
 * @throws DOMException `TimeoutError` if it answers neither question.
 */
export async function askWorker<What extends keyof WorkerReplies>(what: What): Promise<WorkerReplies[What]> {
  try {
    return await askOnce(what);
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'TimeoutError')) throw error;
    return askOnce(what);
  }
}

function askOnce<What extends keyof WorkerReplies>(what: What): Promise<WorkerReplies[What]> {
  const { port1, port2 } = new MessageChannel();
  const { promise, resolve, reject } = Promise.withResolvers<WorkerReplies[What]>();
  port1.onmessage = ({ data }: MessageEvent<{ answer?: WorkerReplies[What]; error?: string }>) => {
    port1.close();
    if (data.answer === undefined) reject(new Error(data.error));
    else resolve(data.answer);
  };
  if (!tellWorker({ type: 'ask', what }, [port2])) return Promise.reject(new Error('No worker controls this page'));
  return withTimeout(timeouts.cacheWriteTimeoutMs, promise);
}

/** Returns whether a worker controls this page and is sent the message. */
export function tellWorker(message: ToWorker, ports: MessagePort[] = []): boolean {
  const { controller } = navigator.serviceWorker ?? {};
  controller?.postMessage(message, ports);
  return Boolean(controller);
}

/** Has the worker refresh the list of all posts, behind which it fetches as many of the newest as the reader has chosen. */
export const refreshNewest = (): boolean => tellWorker({ type: 'keep', images: [], calls: [callUrl(callPaths.posts)] });
